/** The first `limit` characters and an ellipsis; a shorter text as it is. Never ends in half an emoji. */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en').segment(text.slice(0, limit + longestEmoji))) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}

/** A family of four with skin tones has 35 UTF-16 units: looking that far ahead tells whether one is cut. */
const longestEmoji = 40;
