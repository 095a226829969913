import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

import { isIn, textOf, tracked } from '../unit/sources.ts';

/** They read only html of our own: the build's frame, inline scripts, pages that were rendered and texts sanitised. */
const onlyOurs: Record<string, number> = {
  'server/articles/preview-page.tsx': 4,
  'server/newsletter/newsletter-email.tsx': 2,
  'server/web/page-frame.ts': 2,
  'server/web/security-headers.ts': 2,
};

const files = tracked.filter(
  (file) =>
    /\.[jt]sx?$/.test(file) &&
    ['src', 'sw', 'server'].some((place) => isIn(place, file)) &&
    !isIn('server/build', file),
);

/** The regular expression literals of a file. */
function patternsIn(file: string): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  JSON.stringify(parseSync(file, textOf(file)).program, (key, value) => {
    if (key === 'regex') found.push(value);
    return typeof value === 'bigint' ? null : value;
  });
  return found;
}

/** Limited by the characters read, not by time, which a busy machine takes longer for. */
const limits = { timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

test('each pattern takes linear time, except those that read only our own html', {
  timeout: 1_800_000,
}, () => {
  const slow: Record<string, string[]> = {};
  for (const file of files)
    for (const { pattern, flags } of patternsIn(file))
      if (checkSync(pattern, flags, { ...limits, randomSeed: 1 }).status !== 'safe')
        slow[file] = [...(slow[file] ?? []), pattern];
  const others = Object.entries(slow).filter(([file, { length }]) => onlyOurs[file] !== length);
  expect(others).toEqual([]);
  expect(Object.keys(onlyOurs).filter((file) => !(file in slow))).toEqual([]);
  expect(files.flatMap(patternsIn).length).toBeGreaterThan(300);
});
