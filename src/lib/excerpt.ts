export const excerptLimits = { cardTitle: 48, listText: 330, teamText: 210 } as const;

/** At most `limit` characters and an ellipsis; never half an emoji or a letter without its accent. */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, graphemeStart(text, limit)).trimEnd()}…`;
}

/** Two letters or signs none of which joins the other. */
const apart = /^[\n -\u02ff]{2}$/;

/** Where the grapheme begins that holds the code unit at `index`. */
function graphemeStart(text: string, index: number): number {
  // A segmenter takes longer to make than all else of a page to hydrate.
  if (apart.test(text.slice(index - 1, index + 1))) return index;
  // Firefox before 125 lacks it; whole code points are the next best.
  if (!('Segmenter' in Intl)) return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index - 1 : index;
  return new Intl.Segmenter('en').segment(text).containing(index)?.index ?? index;
}
