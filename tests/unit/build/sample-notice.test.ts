import { expect, onTestFinished, test, vi } from 'vitest';

import { sampleNotice } from '#server/build/sample-notice.ts';

/** The output at the end of a build. */
function written(siteUrl: string | undefined): string {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const { closeBundle } = sampleNotice(siteUrl) as { closeBundle: { handler: (error?: Error) => void } };
  closeBundle.handler();
  return log.mock.calls.join('\n');
}

test('a build for a public address ends with a list of sample facts', () => {
  expect(written('https://hcs.example')).toMatch(
    /^Replace these samples .*\n(?: {2}src\/(?:content|words)\/[\w-]+\.ts: .+\n?)+$/,
  );
});

test.each([undefined, 'http://localhost:4173'])('a build for %s does not mention samples', (siteUrl) => {
  expect(written(siteUrl)).toBe('');
});
