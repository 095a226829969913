import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, onTestFinished, test } from 'vitest';

import { startListener } from '../kit/listener.ts';
import { answered, openApp, until } from './store.ts';

const megabyte = 1_000_000;

/** Bytes of all buffers, which is where answers are. */
function usedBuffers(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

test('of a provider only answers with 200 stay in memory, and of those some megabytes', async () => {
  const body = randomBytes(megabyte / 2).toString('hex');
  const provider = await startListener(({ path }, response) =>
    response.writeHead(path.includes('gone') ? 404 : 200, { 'content-type': 'application/json' }).end(body),
  );
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const { read } = await openApp({ CONNECT_UPSTREAM: provider.url });
  const before = usedBuffers();
  for (const [count, name, status, most] of [
    [10, 'gone', 404, 5],
    // Three forms of each: 80 MB, were all of them kept.
    [40, 'there', 200, 50],
  ] as const) {
    for (let number = 0; number < count; number += 1) await answered(status, read(`media/${name}-${number}`));
    // What is not kept leaves the memory sooner or later.
    await until(() => expect(usedBuffers() - before).toBeLessThan(most * megabyte));
  }
});
