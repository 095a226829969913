import { expect, test, vi } from 'vitest';

import { excerpt } from '#src/lib/excerpt.ts';
import { decodeBase64Text, plainText } from '#src/lib/plain-text.ts';
import { shorten, textLimits } from '#src/lib/shorten.ts';

const encode = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

test('base64 of UTF-8 is decoded, except for a character that was cut off', () => {
  for (const text of ['', 'Hello', 'ñ é 日本語 😀 \u0000', '<p>Mwaiseni</p>'])
    expect(decodeBase64Text(encode(text))).toBe(text);
  const cut = Buffer.from('Hello 😀').subarray(0, -1);
  expect(decodeBase64Text(encode(cut))).toBe('Hello ');
});

test.each(['%%%', 'abc=d', 'A', '<p>no base64</p>', encode(new Uint8Array([0xff, 0xfe, 0x41])), '€'])(
  'broken base64 (%s) becomes an empty text',
  (value) => {
    expect(decodeBase64Text(value)).toBe('');
  },
);

test.each([
  ['<h2>One</h2><p>two&nbsp;three &amp; <b>f</b>our<br>five</p>', 'One: two three & four five'],
  ['<h2>Why <em>now</em>?</h2><p>Rain.</p><h3>Last</h3>', 'Why now? Rain. Last'],
  ['<p>Bring with you:</p>', 'Bring with you:'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1 · 2'],
  ['<style>p{}</style><script>alert(1)</script>a<!-- b -->c', 'a c'],
  ['&#128512; &#x1F600; &#0; &#55357; &unknown; 1 < 2', '😀 😀 &unknown; 1 < 2'],
  ['<img alt="a > b" src=x>after <unclosed', 'after'],
])('%s becomes one line of words', (html, words) => {
  expect(plainText(html)).toBe(words);
});

test.each(['<p', '<a "', "<a '", '<script', '<!--', '<p<', '&#', '</script ', '<h2>', '<h2', ' ', '<p>'])(
  '300 KB of %s is read about as fast as ordinary HTML',
  (piece) => {
    const timeFor = (text: string) => {
      const html = text.repeat(300_000 / text.length);
      const start = performance.now();
      excerpt({ html }, textLimits.listText);
      return performance.now() - start;
    };
    // A quadratic parser would take thousands of times as long.
    expect(timeFor(piece)).toBeLessThan(50 * Math.max(timeFor('<p>words &amp; more</p>'), 10));
  },
);

test('an article with a lead is stood for by the lead alone, cut between words', () => {
  const html = '<p>LUSAKA, 3 November 2026: Forty homes.</p>';
  expect(excerpt({ lead: ' Eleven leaks were found. ', html }, 330)).toBe('Eleven leaks were found.');
  expect(excerpt({ lead: 'Eleven leaks, in a month', html }, 20)).toBe('Eleven leaks, in a…');
  expect(excerpt({ lead: 'Eleven leaks, in a month', html }, 15)).toBe('Eleven leaks…');
  const long = excerpt({ html: `<p>${'Mwaiseni '.repeat(90)}</p>` }, 330);
  expect(long).toBe(`${'Mwaiseni '.repeat(36).trim()}…`);
  for (const text of ['x'.repeat(331), `${'x'.repeat(329)} xx`])
    expect(excerpt({ html: text }, 330)).toBe(`${'x'.repeat(329)}…`);
  expect(excerpt({ html: 'x'.repeat(330) }, 330)).toBe('x'.repeat(330));
});

test('a text within the limit stays unchanged; a longer one ends in an ellipsis', () => {
  expect(shorten('', 210)).toBe('');
  expect(shorten('x'.repeat(210), 210)).toBe('x'.repeat(210));
  expect(shorten('x'.repeat(211), 210)).toBe(`${'x'.repeat(210)}…`);
});

test.each(['😀', '👨🏽‍👩🏽‍👧🏽‍👦🏽', '🇿🇲', '👍🏽', 'e\u0301', 'क्षि'])('a cut never splits %s', (grapheme) => {
  for (let cut = 1; cut < grapheme.length; cut += 1)
    expect(shorten(`ab${grapheme}c`, 2 + cut), `after ${cut} units`).toBe('ab…');
  expect(shorten(`ab${grapheme}c`, 2 + grapheme.length)).toBe(`ab${grapheme}…`);
});

test('a text in Latin letters is cut without a segmenter, exactly where a segmenter would cut it', () => {
  const text = 'Água, “voilà”\r\nnaïve\n© 2026 ž\u200d©x\u0301 end';
  const starts = Array.from(new Intl.Segmenter('en').segment(text), ({ index }) => index);
  const made = vi.spyOn(Intl, 'Segmenter');
  shorten('Água à la façon de Chișinău', 12);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
  for (let cut = 1; cut < text.length; cut += 1) {
    const start = starts.filter((index) => index <= cut).at(-1);
    expect(shorten(text, cut), `cut at ${cut}`).toBe(`${text.slice(0, start).trimEnd()}…`);
  }
});
