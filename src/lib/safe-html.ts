import createDOMPurify, { type Config, type WindowLike } from 'dompurify';

import * as articleWords from '#src/words/articles.ts';

/** The result is safe for innerHTML. */
export type Sanitize = (html: string) => string;

const rules: Config & { RETURN_DOM: true } = {
  USE_PROFILES: { html: true },
  // Articles need no forms, and styles could change our pages.
  FORBID_TAGS: 'style form input button textarea select option dialog template slot'.split(' '),
  // Ids could clash with ours; posters and backgrounds would load at once.
  FORBID_ATTR: 'style class id name tabindex popover autoplay action is poster background'.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true,
};

const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];
const imageSchemes = ['http:', 'https:', 'data:'];

/** Applies DOMPurify, then our own rules. Pass jsdom's `window` on the server. `hasTabs`: links may open a new tab. */
export function createSanitizer(window: WindowLike, siteOrigin: string, hasTabs = true): Sanitize {
  const purifier = createDOMPurify(window);
  return (html) => {
    const body = purifier.sanitize(html, rules) as HTMLElement;
    for (const link of body.querySelectorAll('a, area')) tidyLink(link, siteOrigin, hasTabs);
    for (const image of body.querySelectorAll('img, source, video, audio')) tidyMedia(image, siteOrigin);
    for (const table of body.querySelectorAll('table')) wrapTable(table);
    for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
    return body.innerHTML;
  };
}

function tidyLink(link: Element, origin: string, hasTabs: boolean): void {
  const href = link.getAttribute('href');
  if (href === null) return;
  // Ids are taken away, so a place in the text is nowhere.
  if (/^\s*#/.test(href)) {
    link.replaceWith(...link.childNodes);
    return;
  }
  const url = parse(href, origin);
  if (url === null || !linkSchemes.includes(url.protocol)) {
    link.removeAttribute('href');
    return;
  }
  if (!hasTabs || !url.protocol.startsWith('http') || url.origin === origin) return;
  link.setAttribute('rel', 'external noopener noreferrer nofollow');
  link.setAttribute('target', '_blank');
  const note = link.ownerDocument.createElement('span');
  note.className = 'visually-hidden';
  note.textContent = articleWords.newTab;
  link.append(note);
}

function tidyMedia(media: Element, origin: string): void {
  const source = media.getAttribute('src');
  const url = source === null ? null : parse(source, origin);
  if (url !== null && !imageSchemes.includes(url.protocol)) media.removeAttribute('src');
  media.removeAttribute('srcset');
  if (media.localName !== 'img') return;
  media.setAttribute('loading', 'lazy');
  media.setAttribute('decoding', 'async');
  if (!media.hasAttribute('alt')) media.setAttribute('alt', '');
}

/** Lets the table scroll in its own box, also by keyboard. */
function wrapTable(table: Element): void {
  const box = table.ownerDocument.createElement('div');
  box.className = 'table-scroll';
  box.setAttribute('role', 'region');
  box.setAttribute('tabindex', '0');
  box.setAttribute('aria-label', table.querySelector('caption')?.textContent || articleWords.table);
  table.replaceWith(box);
  box.append(table);
}

function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

function parse(address: string, base: string): URL | null {
  // The oldest supported browsers lack `URL.parse`.
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
