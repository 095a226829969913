import { expect, test, vi } from 'vitest';

import { excerpt } from '#src/lib/excerpt.ts';
import { decodeBase64Text, plainText } from '#src/lib/plain-text.ts';

const encode = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

test.each(['😀', '👩‍👩‍👧‍👦', '🇿🇲', '👍🏽', 'e\u0301', 'क्षि'])('a cut never goes through %s', (grapheme) => {
  for (let limit = 1; limit <= 12; limit++) {
    const cut = excerpt(`ab${grapheme}${grapheme}cdefghijklm nopqrstuvwxyz0123456789`, limit);
    const shown = cut.slice(0, -1);
    expect(cut.endsWith('…')).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(limit);
    expect(
      'ab|'
        .replace('|', grapheme + grapheme)
        .concat('cdefghijklm')
        .startsWith(shown),
    ).toBe(true);
    expect((shown.length - 2) % grapheme.length === 0 || shown.length <= 2 || shown.includes('c')).toBe(true);
  }
});

test('base64 of UTF-8 becomes its text', () => {
  for (const text of ['', 'Hello', 'ñ é 日本語 😀 \u0000', '<p>Mwaiseni</p>'])
    expect(decodeBase64Text(encode(text))).toBe(text);
});

test.each(['%%%', 'abc=d', 'A', '<p>no base64</p>', encode(new Uint8Array([0xff, 0xfe, 0x41])), '€'])(
  'broken base64 (%s) becomes an empty text',
  (value) => {
    expect(decodeBase64Text(value)).toBe('');
  },
);

test('a text that was cut inside a character keeps what is whole', () => {
  expect(decodeBase64Text(encode(Buffer.from('Hello 😀').subarray(0, -1)))).toBe('Hello ');
});

test('html becomes one line of words', () => {
  expect(plainText('<h2>One</h2><p>two&nbsp;three &amp; <b>f</b>our<br>five</p>')).toBe(
    'One: two three & four five',
  );
  expect(plainText('<h2>Why <em>now</em>?</h2><p>Rain.</p><h3>Last</h3>')).toBe('Why now? Rain. Last');
  expect(plainText('<p>Bring with you:</p>')).toBe('Bring with you:');
  expect(plainText('<table><tr><td>1</td><td>2</td></tr></table>')).toBe('1 · 2');
  expect(plainText('<style>p{}</style><script>alert(1)</script>a<!-- b -->c')).toBe('a c');
  expect(plainText('&#128512; &#x1F600; &#0; &#55357; &unknown; 1 < 2')).toBe('😀 😀 &unknown; 1 < 2');
  expect(plainText('<img alt="a > b" src=x>after <unclosed')).toBe('after');
  expect(plainText('')).toBe('');
});

test.each(['<p', '<a "', "<a '", '<script', '<!--', '<p<', '&#', '</script '])(
  '300 KB of %s are read about as fast as ordinary html',
  (piece) => {
    const ordinary = secondsFor('<p>words &amp; more</p>');
    // What is read over and over again takes thousands of times as long.
    expect(secondsFor(piece)).toBeLessThan(50 * Math.max(ordinary, 0.01));
  },
);

function secondsFor(piece: string): number {
  const html = piece.repeat(300_000 / piece.length);
  const start = performance.now();
  plainText(html);
  return (performance.now() - start) / 1000;
}

test('a text within the limit stays as it is', () => {
  expect(excerpt('x'.repeat(210), 210)).toBe('x'.repeat(210));
  expect(excerpt('', 210)).toBe('');
});

test('a longer text is cut at the limit and ends in an ellipsis', () => {
  expect(excerpt('x'.repeat(211), 210)).toBe(`${'x'.repeat(210)}…`);
});

test('an emoji that crosses the limit is left out whole', () => {
  const family = '👨🏽‍👩🏽‍👧🏽‍👦🏽';
  for (let cut = 1; cut < family.length; cut += 1)
    expect(excerpt(`ab${family}`, 2 + cut), `cut after ${cut} units`).toBe('ab…');
  expect(excerpt(`ab${family}c`, 2 + family.length)).toBe(`ab${family}…`);
});

test('a letter keeps its accent', () => {
  expect(excerpt('cafe\u0301 au lait', 4)).toBe('caf…');
});

test('a text in Latin letters is cut without a segmenter, exactly where one would cut it', () => {
  const text = 'Água, “voilà”\r\nnaïve\n© 2026 ž\u200d©x\u0301 end';
  const starts = new Set(Array.from(new Intl.Segmenter('en').segment(text), ({ index }) => index));
  const made = vi.spyOn(Intl, 'Segmenter');
  excerpt('Água à la façon de Chișinău', 12);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
  for (let cut = 1; cut < text.length; cut += 1) {
    const start = [...starts].filter((index) => index <= cut).at(-1);
    expect(excerpt(text, cut), `cut at ${cut}`).toBe(`${text.slice(0, start).trimEnd()}…`);
  }
});
