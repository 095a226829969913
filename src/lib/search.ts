import MiniSearch from 'minisearch';

import { foldWord } from './fold-word.ts';

type Searchable = { id: string; title: string; text: string };

export type Hit = {
  id: string;
  /** The words of the article that match, as `foldWord` gives them. */
  words: Set<string>;
};

export type Search = (term: string) => Hit[];

/** Finds articles by the beginnings of words, with a typo, with or without accents; best first. */
export function createSearch(entries: Searchable[]): Search {
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
  index.addAll(entries);
  return (term) => {
    const hits = index
      .search(term)
      .map(({ id, match }) => ({ id: String(id), words: new Set(Object.keys(match)) }));
    return hits.length > 0 ? hits : findInside(entries, term);
  };
}

/** For scripts that put no space between words, and for the middle of a word. */
function findInside(entries: Searchable[], term: string): Hit[] {
  const wanted = foldWord(term.trim());
  if (wanted === '') return [];
  return entries
    .filter(({ title, text }) => foldWord(`${title} ${text}`).includes(wanted))
    .map(({ id }) => ({ id, words: new Set([wanted]) }));
}
