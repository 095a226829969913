import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { connectCalls, mediaDetailPath, pages } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { applicant, isFull, openApp, stores } from './store.ts';
import { withSite } from './with-site.ts';

const runs = isFull ? 3_000 : 300;
/** Statuses that occur in that many runs; a write is accepted once in a few hundred. */
const usual = [200, 400, 404, 413, 415, ...(isFull ? [201, 303, 422] : [])];

const words = (text: string) => fc.constantFrom(...text.split(' '));
const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const large = 'x'.repeat(80_000);
const odd = fc.constantFrom<unknown>(null, 0, -1, 1e308, true, '', ' ', '\0', '\ud800', [], {}, [[]], large);

const writes = fc.constantFrom(connectMount + connectCalls.jobApply, connectMount + connectCalls.subscribe);
const calls =
  'media-room/press/0 media-room/x/0 media-room/blog/99999999 media/%00 media/%ff media/ job-list';
const odder =
  '/../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /images/%00.svg /% // /?% /uploads/%2e%2e /assets/..%5c';
const url = fc.oneof(
  { weight: 3, arbitrary: writes },
  words(calls).map((call) => `${connectMount}/${call}`),
  fc.constantFrom(...Object.values(pages).map(({ path }) => path), mediaDetailPath('a/'.repeat(500))),
  words(odder),
  text.map((path) => `/${encodeURIComponent(path.toWellFormed())}`),
);

const types =
  'application/json application/json application/json application/x-www-form-urlencoded text/plain';
const headers = fc.record(
  {
    'content-type': fc.oneof(
      words(types),
      fc.constantFrom('', 'multipart/form-data; boundary=x', 'a/b; c=\x07'),
    ),
    'idempotency-key': fc.oneof(fc.uuid(), fc.string(), fc.constantFrom('"k"', '', 'x'.repeat(500))),
    'if-none-match': fc.constantFrom('*', '""', 'W/"x', ',,,', 'x'.repeat(3_000)),
    'accept-encoding': fc.constantFrom('br;q=0', 'gzip, br', ';;;', '*', 'identity;q=0'),
    range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'bytes=-', 'x'),
    origin: fc.constantFrom('null', 'http://127.0.0.1', 'x', 'http://[::1'),
  },
  { requiredKeys: ['content-type'] },
);

/** A valid application, or one with some invalid fields. */
function payloads(valid: Record<string, string>) {
  const changes = Object.keys(valid).map((field) => [field, fc.oneof(odd, text)]);
  const changed = fc
    .record(Object.fromEntries(changes) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
    .map((fields) => JSON.stringify({ ...valid, ...fields }));
  return fc.oneof(
    { weight: 3, arbitrary: changed },
    fc.constant(JSON.stringify(valid)),
    changed.map((json) => json.slice(0, json.length / 2)),
    fc.constant(new URLSearchParams(valid).toString()),
    fc.constantFrom(`{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, '{"__proto__":{"x":1}}', '7'),
    fc.json(),
    text,
  );
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('no request gets a 5xx, whatever it contains', async () => {
    const { app, get, job } = await openApp(await newStore(), withSite);
    const method = fc.constantFrom(
      'GET',
      'POST',
      'POST',
      'POST',
      'HEAD',
      'PUT',
      'DELETE',
      'OPTIONS',
      'PATCH',
    );
    const payload = payloads({ ...applicant, job: await job() });
    const statuses = new Set<number>();
    const isAnswered = fc.asyncProperty(fc.record({ method, url, headers, payload }), async (request) => {
      const { statusCode, body } = await app.inject(request);
      statuses.add(statusCode);
      expect(statusCode, body).toBeLessThan(500);
    });
    await fc.assert(isAnswered, { numRuns: runs, seed: 1 });
    expect(usual.filter((status) => !statuses.has(status))).toEqual([]);
    expect((await get('/healthz')).statusCode).toBe(200);
  });
});
