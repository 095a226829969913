import * as site from '#src/words/site.ts';

export const textLimits = { cardTitle: 48, listText: 330, teamText: 210, summary: 160 } as const;

/** Cuts between words, if there are any. The result has at most `limit` characters, including the ellipsis. */
export function shortenBetweenWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf(' ', limit - 1);
  return end > 0 ? `${text.slice(0, end).replace(/[.,;:–—-]$/, '')}…` : shorten(text, limit - 1);
}

/** Cuts after at most `limit` characters, but never inside a grapheme. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, graphemeStart(text, limit)).trimEnd()}…`;
}

/** Two characters that never form one grapheme. */
const separateCharacters = /^[\n -\u02ff]{2}$/;

/** Start of the grapheme that contains the code unit at `index`. */
function graphemeStart(text: string, index: number): number {
  // Creating a segmenter takes longer than hydrating the page.
  if (separateCharacters.test(text.slice(index - 1, index + 1))) return index;
  // Firefox before 125 has no segmenter: cut between code points.
  if (!('Segmenter' in Intl)) return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index - 1 : index;
  return new Intl.Segmenter(site.lang).segment(text).containing(index)?.index ?? index;
}
