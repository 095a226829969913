import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { createSanitizer } from '#src/lib/safe-html.ts';

const sanitize = createSanitizer(new JSDOM('').window, 'https://hcs.example');

test('ordinary article html stays as it is', () => {
  const html =
    '<h2>One</h2><p>Two <b>bold</b> <a href="/media-room/x">here</a></p><ul><li>a</li></ul><blockquote>q</blockquote>';
  expect(sanitize(html)).toBe(html);
});

test('links of other sites are marked and open beside the site', () => {
  const html = sanitize('<a href="https://other.example/">there</a>');
  expect(html).toContain('rel="external noopener noreferrer nofollow"');
  expect(html).toContain('target="_blank"');
  expect(html).toContain('opens another site');
  expect(sanitize('<a href="https://hcs.example/contact">us</a>')).not.toContain('rel=');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://x.example/',
])('a link to %s loses its address', (href) => {
  expect(sanitize(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
});

test.each(['mailto:a@b.example', 'tel:+260970000101', '#part', 'https://hcs.example/x'])(
  'a link to %s keeps it',
  (href) => {
    expect(sanitize(`<a href="${href}">x</a>`)).toContain(`href="${href}"`);
  },
);

test('pictures load late and have a text, tables scroll in a box of their own', () => {
  expect(sanitize('<img src="/images/a.svg">')).toBe(
    '<img src="/images/a.svg" loading="lazy" decoding="async" alt="">',
  );
  expect(sanitize('<table><caption>Figures</caption><tbody><tr><td>1</td></tr></tbody></table>')).toMatch(
    /^<div class="table-scroll" role="region" tabindex="0" aria-label="Figures"><table>.*<\/table><\/div>$/,
  );
});

test('nothing but a picture brings a picture', () => {
  expect(sanitize('<video src="/a.webm" poster="/a.jpg" controls=""></video>')).not.toContain('poster');
  expect(
    sanitize('<table background="/a.jpg"><tbody><tr><td background="/b.jpg">1</td></tr></tbody></table>'),
  ).not.toContain('background');
});

test('an article brings no h1, no form, no style and no names of its own', () => {
  expect(sanitize('<h1>Title <em>x</em></h1>')).toBe('<h2>Title <em>x</em></h2>');
  expect(sanitize('<form action="/x"><input name="a"><p>text</p></form>')).toBe('<p>text</p>');
  expect(sanitize('<p class="stretched-link" id="root" style="position:fixed">x</p>')).toBe('<p>x</p>');
  expect(sanitize('<style>*{display:none}</style>x')).toBe('x');
});
