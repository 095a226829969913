import { pageFileWords } from '#src/content/page-file.ts';

/** Whose content is no text. */
const dropped =
  'script, style, template, noscript, title, svg, math, iframe, object, embed, form, select, textarea, button, input, dialog';

/** What means the same without our styles and scripts; of all else the words are left. */
const kept = new Set(
  (
    'p h2 h3 h4 h5 h6 ul ol li dl dt dd a b strong i em u s del ins small sub sup mark code pre kbd q cite abbr br hr ' +
    'blockquote table caption thead tbody tfoot tr th td figure figcaption div span details summary'
  ).split(' '),
);
const keptAttributes = ['colspan', 'rowspan', 'start', 'reversed', 'scope', 'dir', 'lang', 'open'];

/**
 * A provider's html for the file: nothing but the elements and attributes above, so that whatever stood in it, it runs and
 * fetches nothing. Addresses are in full; a picture gives way to its words and address. By a list of our own, because
 * DOMPurify is on the device only once an article was read.
 */
export function fileBody(html: string, url: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(dropped)) element.remove();
  for (const media of body.querySelectorAll('img, video, audio')) media.replaceWith(...wordsOf(media, url));
  for (const heading of body.querySelectorAll('h1')) heading.replaceWith(renamed(heading, 'h2'));
  for (const element of body.querySelectorAll('*')) {
    if (kept.has(element.localName)) strip(element, url);
    else element.replaceWith(...element.childNodes);
  }
  return body.innerHTML.trim();
}

function strip(element: Element, url: string): void {
  const href = element.localName === 'a' ? addressIn(element.getAttribute('href'), url) : undefined;
  for (const name of element.getAttributeNames())
    if (!keptAttributes.includes(name)) element.removeAttribute(name);
  if (href !== undefined) element.setAttribute('href', href);
}

function wordsOf(media: Element, url: string): Element[] {
  const address = addressIn(media.getAttribute('src'), url);
  const alt = media.getAttribute('alt') ?? '';
  if (address === undefined && alt === '') return [];
  const words = media.ownerDocument.createElement('a');
  words.textContent = `${pageFileWords.picture}: ${alt === '' ? address : alt}`;
  if (address !== undefined) words.setAttribute('href', address);
  return [words];
}

function renamed(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  return other;
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
