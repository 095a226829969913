import { createHash } from 'node:crypto';
import { type BrotliOptions, brotliDecompressSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { fakeBuild, testApp } from './test-app.ts';

const lines = Array.from(
  { length: 3_000 },
  (_, line) => `${line} ${createHash('sha256').update(`${line}`).digest('hex')}`,
);
const old = lines.join('\n');
const next = old.replace('100 ', 'A new sentence ');
const hash = createHash('sha256').update(old).digest();

async function afterADeploy() {
  const first = await testApp({}, fakeBuild({ 'assets/site-aaaaaaaa.txt': old }));
  await first.app.close();
  const { app } = await testApp(
    { DATA_DIR: first.config.dataDir },
    fakeBuild({ 'assets/site-bbbbbbbb.txt': next }),
  );
  return (headers: Record<string, string>) => app.inject({ url: '/assets/site-bbbbbbbb.txt', headers });
}

test('who has kept the bundle before gets the next one as its difference', async () => {
  const ask = await afterADeploy();
  const answer = await ask({
    'accept-encoding': 'gzip, br, dcb',
    'available-dictionary': `:${hash.toString('base64')}:`,
  });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'dcb',
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/assets/site-*.txt"',
    vary: 'accept-encoding, available-dictionary',
  });
  expect(answer.rawPayload.length).toBeLessThan(500);
  expect(answer.rawPayload.subarray(0, 36)).toEqual(
    Buffer.concat([Buffer.from([0xff, 0x44, 0x43, 0x42]), hash]),
  );
  const options: BrotliOptions & { dictionary: Buffer } = { dictionary: Buffer.from(old) };
  expect(brotliDecompressSync(answer.rawPayload.subarray(36), options).toString()).toBe(next);
});

test.each([
  [
    'knows no dictionaries',
    { 'accept-encoding': 'identity', 'available-dictionary': `:${hash.toString('base64')}:` },
  ],
  ['keeps what the server never had', { 'accept-encoding': 'dcb', 'available-dictionary': ':AAAA:' }],
  ['keeps nothing', { 'accept-encoding': 'dcb' }],
])('who %s gets the whole bundle', async (_, headers) => {
  const ask = await afterADeploy();
  const answer = await ask(headers);
  expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([
    200,
    undefined,
    next,
  ]);
});
