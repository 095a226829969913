/**
 * Text for an element or attribute; what XML 1.0 cannot hold at all becomes a space. Feed and sitemap are made by hand:
 * the package `feed` lets such characters through, `sitemap` is a stream of 650 KB for these three elements.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
