import MiniSearch from 'minisearch';

import { excerpt } from './excerpt.ts';

type Searchable = { id: string; title: string; text: string };

type Hit = {
  id: string;
  /** The words of the article that match, as `foldWord` gives them. */
  words: Set<string>;
};

export type Search = (term: string) => Hit[];

/** Finds articles by the beginnings of words, with a typo, with or without accents; best first. */
export function createSearch(articles: Searchable[]): Search {
  const index = new MiniSearch<Searchable>({
    fields: ['title', 'text'],
    processTerm: (term) => foldWord(term) || null,
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      boost: { title: 2 },
      combineWith: 'AND',
    },
  });
  index.addAll(articles);
  return (term) => {
    const hits = index
      .search(term)
      .map(({ id, match }) => ({ id: String(id), words: new Set(Object.keys(match)) }));
    return hits.length > 0 ? hits : findInside(articles, term);
  };
}

/** For scripts that put no space between words, and for the middle of a word. */
function findInside(articles: Searchable[], term: string): Hit[] {
  const wanted = foldWord(term.trim());
  if (wanted === '') return [];
  return articles
    .filter(({ title, text }) => foldWord(`${title} ${text}`).includes(wanted))
    .map(({ id }) => ({ id, words: new Set([wanted]) }));
}

/** Lower case without accents: what "Café", "cafe" and "CAFÉ" have in common. */
function foldWord(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type MarkedPart = { text: string; isHit: boolean };

/** Cuts a text into what matches and what does not; joined, the parts are the text. */
export function markParts(text: string, words: Set<string>): MarkedPart[] {
  const parts: MarkedPart[] = [];
  for (const [piece] of text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const folded = foldWord(piece);
    const isHit =
      words.has(folded) || [...words].some((word) => unspaced.test(word) && folded.includes(word));
    const last = parts.at(-1);
    if (last?.isHit === isHit) last.text += piece;
    else parts.push({ text: piece, isHit });
  }
  return parts;
}

/** Scripts whose words are not separated. */
const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/;

/** The usual beginning of a text, or, where no hit is in that, the part around the first one. */
export function excerptAround(text: string, words: Set<string>, limit: number): string {
  const beginning = excerpt(text, limit);
  if (markParts(beginning, words).some((part) => part.isHit)) return beginning;
  let before = 0;
  for (const part of markParts(text, words)) {
    if (part.isHit) return `…${excerpt(text.slice(wordStart(text, before - 80)), limit - 1)}`;
    before += part.text.length;
  }
  return beginning;
}

function wordStart(text: string, index: number): number {
  return text.indexOf(' ', Math.max(0, index)) + 1;
}
