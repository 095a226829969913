import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

async function afterADeploy(more: Record<string, string> = {}) {
  const first = await testApp({}, fakeBuild({ 'assets/site-aaaaaaaa.txt': old, ...more }));
  await first.app.close();
  const { app } = await testApp(
    { DATA_DIR: first.config.dataDir },
    fakeBuild({ 'assets/site-bbbbbbbb.txt': next }),
  );
  const ask = (headers: Record<string, string>) => app.inject({ url: '/assets/site-bbbbbbbb.txt', headers });
  return Object.assign(ask, { archive: join(first.config.dataDir, 'assets-archive') });
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

test('an archived bundle that cannot be read costs nobody the difference, and nobody the bundle', async () => {
  const ask = await afterADeploy({ 'assets/site-00000000.txt': 'earlier' });
  const headers = { 'accept-encoding': 'dcb', 'available-dictionary': `:${hash.toString('base64')}:` };
  rmSync(join(ask.archive, 'site-00000000.txt'));
  expect((await ask(headers)).headers['content-encoding']).toBe('dcb');
  rmSync(join(ask.archive, 'site-aaaaaaaa.txt'));
  expect((await ask(headers)).statusCode).toBe(200);
  rmSync(join(ask.archive, 'site-bbbbbbbb.txt'));
  const { statusCode, body } = await ask({ ...headers, 'available-dictionary': ':AAAA:' });
  expect([statusCode, body]).toEqual([200, next]);
});

test('where the difference cannot be made the whole bundle is sent, and the next request tries again', async () => {
  const ask = await afterADeploy();
  const headers = { 'accept-encoding': 'dcb', 'available-dictionary': `:${hash.toString('base64')}:` };
  const archived = join(ask.archive, 'site-bbbbbbbb.txt');
  renameSync(archived, `${archived}.away`);
  const { statusCode, body } = await ask(headers);
  expect([statusCode, body]).toEqual([200, next]);
  renameSync(`${archived}.away`, archived);
  expect((await ask(headers)).headers['content-encoding']).toBe('dcb');
});
