import { expect, test } from 'vitest';

import { distFiles, readDist } from './built-site.ts';

const chunks = distFiles.filter((file) => /^assets\/.*\.js$/.test(file));

test('the Outbox is loaded with every form, so that it opens offline', () => {
  const [outbox, ...others] = chunks.filter((file) => readDist(file).includes('outbox-control'));
  const forms = chunks.filter((file) => /\/(?:application-form|media-room)-/.test(file));
  expect([forms.length, others]).toEqual([2, []]);
  for (const form of forms) expect(readDist(form)).toContain(`from"./${outbox?.replace('assets/', '')}"`);
});

test('no chunk imports the entry, so that an update fetches only what changed', () => {
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
