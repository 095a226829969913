import { parseSync } from 'vite';
import { expect, test } from 'vitest';

import { isIn, sources, textOf } from './sources.ts';

/** `told_at`, `toldAt` -> "told-at"; whole words, so that `pictureMark` has no "remark". */
const partsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

const table = textOf('README.md').split('| word | means | not |')[1]?.split('\n\n')[0] ?? '';
const words = table
  .split('\n')
  .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)])
  .map(([, word = '']) => partsOf(word));

function namesIn(file: string): string[] {
  const names: string[] = [];
  JSON.stringify(parseSync(file, textOf(file)).program, (_, value) => {
    if (typeof value?.name === 'string') names.push(value.name);
    return typeof value === 'bigint' ? null : value;
  });
  return [...new Set(names)];
}

test("no name in the code has a word that the README's glossary gives up", () => {
  const places = ['src', 'sw', 'server'];
  const found = sources
    .filter((file) => places.some((place) => isIn(place, file)))
    .flatMap((file) => namesIn(file).map((name) => ({ file, name })))
    .filter(({ name }) => words.some((word) => new RegExp(`(?:^|-)${word}s?(?:-|$)`).test(partsOf(name))));
  expect(found).toEqual([]);
  expect(words.length).toBeGreaterThan(12);
});
