/** `{Name}`, `{{name}}`, `[Name]` but for links, `<<Name>>`, `%NAME%`. */
const patterns =
  /\{\{[^{}\n]{1,40}\}\}|\{[^{}\n]{1,40}\}|\[[\p{L}_ ]{2,40}\](?![(:[])|<<[^<>\n]{1,40}>>|%[A-Z_]{2,40}%/gu;

/** Names what looks like a placeholder and will not be replaced; empty if there is none. */
export function placeholderWords(...texts: string[]): string {
  const found = [...new Set(texts.flatMap((text) => text.match(patterns) ?? []))];
  return found.length === 0
    ? ''
    : `${found.join(', ')} ${found.length === 1 ? 'stays as it is' : 'stay as they are'} typed.`;
}
