import { afterAll, expect, test } from 'vitest';

import { mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { startApp } from '../kit/app.ts';
import { builtPages } from './built-site.ts';
import { documentOf } from './document-of.ts';

const app = await startApp();
afterAll(() => app[Symbol.asyncDispose]());

const rendered = [
  pages.mediaRoom.path,
  mediaListPath('press'),
  mediaDetailPath('kalingalinga-leak-valves'),
  pages.career.path,
  vacancyPath('embedded-firmware-engineer'),
];

/** Elements that end a line of text, and fields, which Lynx draws between two texts. */
const separate =
  /^(?:address|article|aside|blockquote|br|dd|dialog|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|input|li|main|nav|ol|option|p|pre|search|section|select|table|t[dhr]|textarea|ul)$/;
const unread = 'script, style, template, noscript, svg';

/** Pairs of texts that become one word where styles are ignored: in reader view, text browsers and search excerpts. */
function joinedTexts({ body }: Document): string[] {
  const found: string[] = [];
  let before = '';
  const visit = (node: Node) => {
    if (node.nodeName === '#text') {
      const text = node.nodeValue ?? '';
      if (/[\p{L}\p{N})]$/u.test(before) && /^[\p{L}\p{N}+(]/u.test(text))
        found.push(`${before.slice(-20)}|${text.slice(0, 20)}`);
      before = text || before;
    } else if (!(node as Element).matches?.(unread)) {
      const isSeparate = separate.test(node.nodeName.toLowerCase());
      if (isSeparate) before = '';
      node.childNodes.forEach(visit);
      if (isSeparate) before = '';
    }
  };
  visit(body);
  return found;
}

function nameless(document: Document): string[] {
  return [...document.querySelectorAll('a, button')]
    .filter((one) => !one.textContent?.trim() && !one.querySelector('img[alt]:not([alt=""])'))
    .map(({ outerHTML }) => outerHTML.slice(0, 80));
}

const checks = { joinedTexts, nameless };

test.each(builtPages.map(({ file, document }) => ({ file, document })))(
  '$file reads well without its styles',
  ({ document }) => {
    for (const [name, check] of Object.entries(checks)) expect.soft(check(document), name).toEqual([]);
  },
);

test.each(rendered)('%s, as the server renders it, reads well without its styles', async (path) => {
  const document = documentOf(await (await fetch(app.url + path)).text());
  expect(document.querySelector('#server-data')).not.toBe(null);
  for (const [name, check] of Object.entries(checks)) expect.soft(check(document), name).toEqual([]);
});
