import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { createSanitizer } from '#src/lib/safe-html.ts';

const sanitize = createSanitizer(new JSDOM('').window, 'https://hcs.example');

const ordinary =
  '<h2>One</h2><p>Two <b>bold</b> <a href="/media-room/x">here</a></p><ul><li>a</li></ul><blockquote>q</blockquote>';

test.each([
  ['ordinary html', ordinary, ordinary],
  ['a picture', '<img src="/a.svg">', '<img src="/a.svg" loading="lazy" decoding="async" alt="">'],
  ['a heading of pages', '<h1>Title <em>x</em></h1>', '<h2>Title <em>x</em></h2>'],
  ['a form', '<form action="/x"><input name="a"><p>text</p></form>', '<p>text</p>'],
  ['names and styles', '<p class="stretched-link" id="root" style="position:fixed">x</p>', '<p>x</p>'],
  ['a style sheet', '<style>*{display:none}</style>x', 'x'],
])('%s is sanitised as allowed', (_, html, safe) => {
  expect(sanitize(html)).toBe(safe);
});

test('links to other sites are marked and open in a new tab', () => {
  const html = sanitize('<a href="https://other.example/">there</a>');
  for (const part of ['rel="external noopener noreferrer nofollow"', 'target="_blank"', 'opens another site'])
    expect(html).toContain(part);
  expect(sanitize('<a href="https://hcs.example/contact">us</a>')).not.toContain('rel=');
});

test('a link keeps its address only if that is safe', () => {
  const isKept = (href: string) => sanitize(`<a href="${href}">x</a>`).includes(`href="${href}"`);
  const unsafe = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'ftp://x/'];
  const safe = ['mailto:a@b.example', 'tel:+260970000101', 'https://hcs.example/x'];
  expect([...unsafe, ...safe].filter(isKept)).toEqual(safe);
  // Ids are taken away, so it would lead nowhere.
  expect(sanitize('See <a href="#part2"><b>part 2</b></a>')).toBe('See <b>part 2</b>');
});

test('a table scrolls in its own box, and only an img element can load a picture', () => {
  const table = (background: string) =>
    `<table${background}><caption>Figures</caption><tbody><tr><td${background}>1</td></tr></tbody></table>`;
  expect(sanitize(table(' background="/a.jpg"'))).toBe(
    `<div class="table-scroll" role="region" tabindex="0" aria-label="Figures">${table('')}</div>`,
  );
  expect(sanitize('<video src="/a.webm" poster="/a.jpg" controls=""></video>')).not.toContain('poster');
});
