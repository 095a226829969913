/**
 * Also replaces characters that XML 1.0 forbids with spaces. The package `feed` does not, and `sitemap` would add 650 KB for
 * three elements.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
