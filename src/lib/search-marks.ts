import { excerpt } from './excerpt.ts';
import { foldWord } from './fold-word.ts';

export type MarkedPart = { text: string; isHit: boolean };

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
