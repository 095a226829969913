import * as site from '#src/words/site.ts';

export const excerptLimits = { cardTitle: 48, listText: 330, teamText: 210 } as const;

/** Cuts after at most `limit` characters, but never inside a grapheme. */
export function excerpt(text: string, limit: number): string {
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
