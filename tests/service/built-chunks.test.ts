import { expect, test } from 'vitest';

import { distFiles, readDist } from './built-site.ts';

test('no chunk imports the entry, so that an update fetches only what changed', () => {
  const chunks = distFiles.filter((file) => /^assets\/.*\.js$/.test(file));
  expect(chunks.length).toBeGreaterThan(40);
  const importers = chunks.filter((file) =>
    /(?:\bfrom|\bimport)\s*["'`]\.\/entry-client-/.test(readDist(file)),
  );
  expect(importers).toEqual([]);
});

test('no script contains a lookbehind, which Safari before 16.4 cannot parse', () => {
  const scripts = distFiles.filter((file) => /\.m?js$/.test(file));
  expect(scripts.filter((file) => /\(\?<[=!]/.test(readDist(file)))).toEqual([]);
});
