import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { pages } from '#src/paths.ts';

import { applicant, openApp, stores } from '../service/store.ts';
import { seededRandom } from '../unit/outbox/model-schedule.ts';

const requests = 3_000;
const together = 16;

describe.each(stores)('on $name', ({ newStore }) => {
  test('whatever is sent, no answer is a 5xx, and the memory stays flat', async () => {
    const { app, job, get } = await openApp(await newStore(), { distDir: builtSite });
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    const makeRequest = requestMaker(await job());
    const statuses: string[] = [];
    const memory: number[] = [];
    for (let sent = 0; sent < requests; sent += together) {
      const batch = Array.from({ length: together }, makeRequest);
      const answers = await Promise.all(batch.map((request) => exchange(port, request)));
      for (const [index, answer] of answers.entries()) {
        // A refusal is lost if the connection closes while the rest of the request is still arriving.
        const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'lost';
        const bytes = batch[index]?.bytes.subarray(0, 600);
        expect(status, `${bytes}\n${answer.slice(0, 600)}`).toMatch(/^[234]|lost/);
        statuses.push(status);
      }
      if (sent % 500 < together) memory.push(usedHeap());
    }
    expect((await get('/healthz')).statusCode).toBe(200);
    const needed = ['200', '201', '400', '404', '413', '415', '422'];
    expect(needed.filter((status) => !statuses.includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 'lost').length).toBeLessThan(requests / 10);
    expect((memory.at(-1) ?? 0) - (memory[1] ?? 0)).toBeLessThan(16_000_000);
  }, 600_000);
});

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** The bytes of a request; one that announces more than it sends must be ended by the client. */
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

const words = (text: string) => text.split(' ');
const methods = words('GET GET POST POST POST POST POST HEAD PUT DELETE OPTIONS PATCH TRACE');
const writes = words('/connect/v1/job-apply /connect/v1/subscribe');
const calls = words('media-room/press/0 media-room/x/0 media-room/blog/99999999 media/%00 media/%ff media/');
const odd = words(
  '/media-room/%F0%9F%98%80 /../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /images/%00.svg /% // /?% *',
);
const paths = [
  ...calls.map((call) => `/connect/v1/${call}`),
  ...Object.values(pages).map(({ path }) => path),
  ...odd,
  ...['/assets/..%5c..%5cpackage.json', '/uploads/%2e%2e', '/connect/v1//subscribe', `/${'a/'.repeat(500)}`],
];
const contentTypes = [
  ...Array<string>(6).fill('application/json'),
  ...['application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain', ''],
  ...['multipart/form-data; boundary=x', 'application/json; charset=\u0007'],
];
const oddValues = [null, 0, -1, 1e308, true, '', ' ', '\u0000', '\ud800', [], {}, [[]], 'x'.repeat(5_000)];

const random = seededRandom(1);
const upTo = (limit: number) => Math.floor(random() * limit);
const happens = (share: number) => random() < share;
const pick = <T>(choices: readonly T[]): T => choices[upTo(choices.length)] as T;

/** Printable, lower case, control characters, other alphabets, emoji. */
const characters = [
  () => 0x20 + upTo(0x5f),
  () => 0x61 + upTo(26),
  () => upTo(0x20),
  () => 0x80 + upTo(0x700),
  () => 0x1f300 + upTo(0x300),
];
const junk = (length = upTo(40)) =>
  Array.from({ length }, () => String.fromCodePoint(pick(characters)())).join('');

function requestMaker(job: string): () => Request {
  return () => {
    const method = pick(methods);
    const payload = method === 'POST' || happens(0.1) ? Buffer.from(anyBody(job)) : Buffer.alloc(0);
    const length = happens(0.97) ? payload.length : upTo(100);
    const lines = [`${method} ${anyPath()} HTTP/1.1`, ...anyHeaders(), `Content-Length: ${length}`];
    const head = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
    return { bytes: Buffer.concat([Buffer.from(head), payload]), isWhole: length <= payload.length };
  };
}

function anyPath(): string {
  if (happens(0.85)) return pick(happens(0.5) ? writes : paths);
  return `/${encodeURI(junk().replace(/[\ud800-\udfff]/g, ''))}`;
}

function anyBody(job: string): string {
  const value = () => (happens(0.5) ? pick(oddValues) : junk());
  const valid = { ...applicant, job };
  const fields: Record<string, unknown> = { ...valid };
  for (const field of Object.keys(fields)) if (happens(0.15)) fields[field] = value();
  if (happens(0.1)) fields[junk(5)] = value();
  return pick([
    JSON.stringify(fields),
    JSON.stringify(valid),
    JSON.stringify({ name: junk(10) || 'x', email: `u${upTo(1e6)}@example.com` }),
    JSON.stringify(value()),
    JSON.stringify(fields).slice(0, upTo(200)),
    new URLSearchParams({ first_name: junk(), last_name: junk(), ...valid }).toString(),
    `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
    JSON.stringify({ ...valid, description: 'x'.repeat(80_000) }),
    junk(200),
  ]);
}

function anyHeaders(): string[] {
  const sometimes = (share: number, name: string, values: string[]) =>
    happens(share) ? [`${name}: ${pick(values)}`] : [];
  return [
    ...sometimes(0.9, 'Host', ['127.0.0.1']),
    ...sometimes(1, 'Content-Type', contentTypes),
    ...sometimes(0.2, 'Idempotency-Key', [crypto.randomUUID(), '"k"', '', junk(5), 'x'.repeat(500)]),
    ...sometimes(0.2, 'If-None-Match', ['*', '""', 'W/"x', ',,,', 'x'.repeat(3_000)]),
    ...sometimes(0.2, 'Accept-Encoding', ['br;q=0', 'gzip, br', ';;;', '*', 'identity;q=0']),
    ...sometimes(0.1, 'Range', ['bytes=0-1', 'bytes=9-1', 'bytes=-', 'x']),
    ...sometimes(0.1, 'Origin', ['null', 'http://127.0.0.1', 'x', 'http://[::1']),
    ...sometimes(0.02, `X-${junk(8).replace(/\s/g, '')}`, [junk()]),
  ];
}
