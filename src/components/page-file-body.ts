import { pageFileWords } from '#src/content/page-file.ts';

/** What means the same without our styles and scripts; the rest is taken off. */
const kept = ['colspan', 'rowspan', 'start', 'reversed', 'scope', 'dir', 'lang', 'open'];

/** A sanitised text for the file: addresses in full, a picture's words and address instead of the picture. */
export function fileBody(safeHtml: string, url: string): string {
  const { body } = new DOMParser().parseFromString(safeHtml, 'text/html');
  for (const note of body.querySelectorAll('.visually-hidden')) note.remove();
  for (const media of body.querySelectorAll('img, video, audio')) media.replaceWith(...wordsOf(media, url));
  for (const element of body.querySelectorAll('*')) {
    const href = element.localName === 'a' ? addressIn(element.getAttribute('href'), url) : undefined;
    for (const name of element.getAttributeNames()) if (!kept.includes(name)) element.removeAttribute(name);
    if (href !== undefined) element.setAttribute('href', href);
  }
  return body.innerHTML.trim();
}

function wordsOf(media: Element, url: string): Element[] {
  const address = addressIn(media.getAttribute('src'), url);
  const alt = media.getAttribute('alt') ?? '';
  if (address === undefined && alt === '') return [];
  const element = media.ownerDocument.createElement(address === undefined ? 'span' : 'a');
  if (address !== undefined) element.setAttribute('href', address);
  element.textContent =
    alt === '' ? `${pageFileWords.picture}: ${address}` : `${pageFileWords.picture}: ${alt}`;
  return [element];
}

/** In full; undefined for what leads nowhere from a file. */
function addressIn(href: string | null, url: string): string | undefined {
  if (href === null) return undefined;
  try {
    const { protocol, href: full } = new URL(href, url);
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? full : undefined;
  } catch {
    return undefined;
  }
}
