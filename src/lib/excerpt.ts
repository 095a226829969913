/** How much of a text a card, a list entry and a team card show. */
export const excerptLimits = { cardTitle: 48, listText: 330, teamText: 210 } as const;

/** At most `limit` characters and an ellipsis; never half an emoji or a letter without its accent. */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const grapheme of graphemes(text)) {
    if (end + grapheme.length > limit) break;
    end += grapheme.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

function* graphemes(text: string): Generator<string> {
  // Browsers before 2024 may lack it; whole code points are the next best.
  if (!('Segmenter' in Intl)) return yield* text;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) yield segment;
}
