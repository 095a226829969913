import { expect, test } from 'vitest';

import { sampleNotice } from '#server/build/plugin.ts';

test('a build for a public address lists the sample facts', () => {
  expect(sampleNotice('https://hcs.example')).toMatch(
    /^Replace these samples .*\n(?: {2}src\/(?:content|words)\/[\w-]+\.ts: .+\n?)+$/,
  );
});

test('a build for this machine does not mention samples', () => {
  expect(sampleNotice('http://localhost:4173')).toBe('');
});
