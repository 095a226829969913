import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { providerOf } from './provider-of.ts';
import { testApp } from './test-app.ts';

const megabyte = 1_000_000;

/** Bytes of all buffers, which is where answers are. */
function usedBuffers(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

test('of a provider only answers with 200 stay in memory, and of those some megabytes', {
  timeout: 240_000,
}, async () => {
  const body = randomBytes(megabyte / 2).toString('hex');
  const base = await providerOf((url, response) =>
    response.writeHead(url.includes('gone') ? 404 : 200, { 'content-type': 'application/json' }).end(body),
  );
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const before = usedBuffers();
  const askFor = async (count: number, name: string, status: number) => {
    for (let number = 0; number < count; number += 1)
      expect((await app.inject(`/connect/v1/media/${name}-${number}`)).statusCode).toBe(status);
  };
  // What is not kept leaves the memory sooner or later.
  const expectGrowthBelow = (most: number) =>
    expect.poll(() => usedBuffers() - before, { timeout: 60_000 }).toBeLessThan(most);
  await askFor(10, 'gone', 404);
  await expectGrowthBelow(5 * megabyte);
  // Three forms of each: 80 MB, were all of them kept.
  await askFor(40, 'there', 200);
  await expectGrowthBelow(50 * megabyte);
});
