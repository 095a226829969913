import { expect, test, vi } from 'vitest';

import { excerpt } from '#src/lib/excerpt.ts';

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
