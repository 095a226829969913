import { expect, test } from 'vitest';

import { distFiles, readDist } from './built-site.ts';

const css = distFiles.filter((file) => file.endsWith('.css')).map(readDist);

test('no rule of the built style sheet reads a variable that is never set, unless it has a fallback', () => {
  const namesIn = (pattern: RegExp) =>
    css.flatMap((sheet) => [...sheet.matchAll(pattern)].map(([, name]) => name));
  const set = new Set(namesIn(/(--[\w-]+)\s*:/g));
  const read = new Set(namesIn(/var\((--[\w-]+)\)/g));
  expect(set.size).toBeGreaterThan(20);
  expect([...read].filter((name) => !set.has(name))).toEqual([]);
});
