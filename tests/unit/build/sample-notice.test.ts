import { expect, onTestFinished, test, vi } from 'vitest';

import { sampleNotice } from '#server/build/sample-notice.ts';

/** What the end of a build writes. */
function written(siteUrl: string | undefined): string {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const { closeBundle } = sampleNotice(siteUrl) as { closeBundle: { handler: (error?: Error) => void } };
  closeBundle.handler();
  return log.mock.calls.join('\n');
}

test('a build for a public address ends with the facts that are samples', () => {
  expect(written('https://hcs.example')).toMatch(
    /^Replace these samples .*\n(?: {2}src\/(?:content|words)\/[\w-]+\.ts: .+\n?)+$/,
  );
});

test.each([undefined, 'http://localhost:4173'])('a build for %s says nothing of samples', (siteUrl) => {
  expect(written(siteUrl)).toBe('');
});
