import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, test } from 'vitest';

import { pages } from '#src/paths.ts';

import { seededRandom } from '../support/seeded-random.ts';
import { stores } from './stores.ts';
import { application, openVacancy, testApp } from './test-app.ts';

const requests = { SQLite: 5_000, PostgreSQL: 1_000 };
const together = 16;

describe.each(stores)('with $name', ({ name, settings }) => {
  test('whatever is sent, no answer is a 5xx, and the memory stays flat', { timeout: 300_000 }, async ({
    skip,
  }) => {
    const { app } = await testApp(await settings(skip));
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const random = seededRandom(42);
    const makeRequest = requestMaker(random, await openVacancy(app));
    const statuses = new Map<string, number>();
    const memory: number[] = [];
    const total = requests[name as keyof typeof requests];
    for (let sent = 0; sent < total; sent += together) {
      const batch = Array.from({ length: together }, makeRequest);
      const answers = await Promise.all(batch.map((request) => exchange(Number(port), request)));
      answers.forEach((answer, index) => {
        // A refusal gets lost when the connection closes while the rest of the request is still arriving.
        const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'lost';
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(status, `${batch[index]?.bytes.subarray(0, 600)}\n${answer.slice(0, 600)}`).toMatch(
          /^[234]|lost/,
        );
      });
      if (sent % 500 < together) memory.push(usedHeap());
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    for (const status of ['200', '201', '400', '404', '413', '415', '422'])
      expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy((count) => count > 0)]);
    expect(statuses.get('lost') ?? 0).toBeLessThan(total / 10);
    const early = memory[1] ?? 0;
    expect((memory.at(-1) ?? 0) - early).toBeLessThan(16_000_000);
  });
});

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** The bytes of a request; one that promises more than it sends has to be ended by the client. */
type Request = { bytes: Buffer; isWhole: boolean };

/** Sends the bytes and gives what came back, until the server closes. */
function exchange(port: number, { bytes, isWhole }: Request): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => (isWhole ? socket.write(bytes) : socket.end(bytes)));
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // A server that refuses a body may close while it is still being sent.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

type Dice = ReturnType<typeof diceOf>;

function diceOf(random: () => number) {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const junk = (length = Math.floor(random() * 40)) =>
    Array.from({ length }, () => String.fromCodePoint(pick(characterRanges)(random))).join('');
  return { random, pick, junk, happens: (share: number) => random() < share };
}

function requestMaker(random: () => number, job: string): () => Request {
  const dice = diceOf(random);
  const { pick, happens } = dice;
  return () => {
    const method = pick(methods);
    const payload = method === 'POST' || happens(0.1) ? Buffer.from(anyBody(dice, job)) : Buffer.alloc(0);
    const length = happens(0.97) ? payload.length : Math.floor(random() * 100);
    const lines = [`${method} ${anyPath(dice)} HTTP/1.1`, ...anyHeaders(dice), `Content-Length: ${length}`];
    const head = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
    return { bytes: Buffer.concat([Buffer.from(head), payload]), isWhole: length <= payload.length };
  };
}

function anyPath({ pick, junk, happens }: Dice): string {
  if (happens(0.85)) return pick(happens(0.5) ? writes : paths);
  return `/${encodeURI(junk().replace(/[\ud800-\udfff]/g, ''))}`;
}

const oddValues = [null, 0, -1, 1e308, true, '', ' ', '\u0000', '\ud800', [], {}, [[]], 'x'.repeat(5_000)];

function anyBody({ random, pick, junk, happens }: Dice, job: string): string {
  const value = () => (happens(0.5) ? pick(oddValues) : junk());
  const valid = { ...application, job };
  const fields: Record<string, unknown> = { ...valid };
  for (const field of Object.keys(fields)) if (happens(0.15)) fields[field] = value();
  if (happens(0.1)) fields[junk(5)] = value();
  const choices = [
    () => JSON.stringify(fields),
    () => JSON.stringify(valid),
    () => JSON.stringify(valid),
    () => JSON.stringify({ name: junk(10) || 'x', email: `u${Math.floor(random() * 1e6)}@example.com` }),
    () => JSON.stringify(value()),
    () => JSON.stringify(fields).slice(0, Math.floor(random() * 200)),
    () => new URLSearchParams({ first_name: junk(), last_name: junk(), ...application, job }).toString(),
    () => `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    () => `{"__proto__":{"x":1},"constructor":{"prototype":{}}}`,
    () => JSON.stringify({ ...valid, description: 'x'.repeat(80_000) }),
    () => junk(200),
  ];
  return pick(choices)();
}

function anyHeaders({ pick, junk, happens }: Dice): string[] {
  const sometimes = (share: number, name: string, values: () => string[]) =>
    happens(share) ? [`${name}: ${pick(values())}`] : [];
  return [
    ...sometimes(0.9, 'Host', () => ['127.0.0.1']),
    ...sometimes(1, 'Content-Type', () => contentTypes),
    ...sometimes(0.2, 'Idempotency-Key', () => [crypto.randomUUID(), '"k"', '', junk(5), 'x'.repeat(500)]),
    ...sometimes(0.2, 'If-None-Match', () => ['*', '""', 'W/"x', ',,,', 'x'.repeat(3_000)]),
    ...sometimes(0.2, 'Accept-Encoding', () => ['br;q=0', 'gzip, br', ';;;', '*', 'identity;q=0']),
    ...sometimes(0.1, 'Range', () => ['bytes=0-1', 'bytes=9-1', 'bytes=-', 'x']),
    ...sometimes(0.1, 'Origin', () => ['null', 'http://127.0.0.1', 'x', 'http://[::1']),
    ...sometimes(0.02, `X-${junk(8).replace(/\s/g, '')}`, () => [junk()]),
  ];
}

const characterRanges: ((random: () => number) => number)[] = [
  (random) => 0x20 + Math.floor(random() * 0x5f),
  (random) => 0x61 + Math.floor(random() * 26),
  (random) => Math.floor(random() * 0x20),
  (random) => 0x80 + Math.floor(random() * 0x700),
  (random) => 0x1f300 + Math.floor(random() * 0x300),
];

const methods = [
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
];
const contentTypes = [
  ...Array(6).fill('application/json'),
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=\u0007',
  '',
];
const writes = ['/connect/v1/job-apply', '/connect/v1/subscribe'];
const paths = [
  ...[
    'media-room/press/0',
    'media-room/x/0',
    'media-room/blog/99999999',
    'media/%00',
    'media/%ff',
    'media/',
  ].map((call) => `/connect/v1/${call}`),
  ...Object.values(pages).map((page) => page.path),
  '/media-room/%F0%9F%98%80',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/images/%00.svg',
  '/uploads/%2e%2e',
  '/%',
  '//',
  '/connect/v1//subscribe',
  `/${'a/'.repeat(500)}`,
  '/?%',
  '*',
];
