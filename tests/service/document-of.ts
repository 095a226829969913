import { JSDOM } from 'jsdom';

/** Of one window for all pages, which costs more than a page. */
const parser = new new JSDOM().window.DOMParser();

export function documentOf(html: string): Document {
  return parser.parseFromString(html, 'text/html');
}
