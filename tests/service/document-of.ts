import { JSDOM } from 'jsdom';

/** Uses one window for all pages, because a window costs more than a page. */
const parser = new new JSDOM().window.DOMParser();

export function documentOf(html: string): Document {
  return parser.parseFromString(html, 'text/html');
}
