import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';

import { expect, test } from 'vitest';

import type { Listener } from '../kit/listener.ts';
import { ada, answered, applicant, key, openApp, openProxy as openSite, until } from './store.ts';

const json = { 'content-type': 'application/json' };
const secret = 'A-secret-of-theirs-123';

async function openProxy(answer: Listener['answer'], options = {}) {
  const site = await openSite(answer, options);
  return { ...site, subscribe: () => site.post('subscribe', ada, key('k')) };
}

/** A provider that keeps every request waiting until the test answers it. */
async function openWaiting() {
  const waiting: ServerResponse[] = [];
  const site = await openProxy((_, response) => waiting.push(response));
  const untilAsked = (count: number) => until(() => expect(waiting).toHaveLength(count));
  return { ...site, waiting, untilAsked };
}

test.each([
  [200, 'application/json', '{"payload": null , "extra":"\u{1F600}"}'],
  [500, 'text/html', '<h1>Oops</h1>'],
  [404, 'application/json', '{"error":"gone"}'],
  [410, 'text/plain', ''],
])('a %i answer as %s with %s is passed on unchanged', async (status, type, text) => {
  const headers = { 'content-type': type, etag: '"theirs"', 'retry-after': '7' };
  const { read, subscribe } = await openProxy((_, response) => response.writeHead(status, headers).end(text));
  const got = await answered(status, read('media/x'));
  expect(got.headers).toMatchObject(headers);
  const written = await answered(status, subscribe());
  expect([got.body, written.body]).toEqual([text, text]);
});

test('an unreachable provider makes a 502 in the error shape, without its address', async () => {
  const { read, post, get } = await openApp({ CONNECT_UPSTREAM: 'http://127.0.0.1:1' });
  const { body } = await answered(502, read('job-list'));
  expect(body).not.toContain('127.0.0.1');
  expect((await answered(502, post('subscribe', ada))).json()).toEqual({ error: expect.any(String) });
  await answered(200, get('/healthz'));
});

const page = (type: string) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type }).end('<p>Soon</p>');

test.each<[string, number, Listener['answer']]>([
  ['breaks off', 502, (_, response) => response.destroy()],
  ['redirects', 502, (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
  ['begins and never ends', 502, (_, response) => response.writeHead(200, json).write('{')],
  ['never begins', 502, () => {}],
  ['sends a page for every request', 200, page('text/html')],
  ['sends a page for every request, labelled as text', 200, page('text/plain')],
])(
  'a provider that %s makes a %i for a read and a 502 for a write, which can be sent again',
  async (habit, status, answer) => {
    const options = habit.includes('never') ? { providerTimeoutMs: 300 } : {};
    const { read, subscribe, provider, settings } = await openProxy(answer, options);
    await answered(status, read('job-list'));
    await answered(502, subscribe());
    provider.answer = (_, response) => response.writeHead(201, json).end('{}');
    const patient = await openApp(settings);
    await answered(201, patient.post('subscribe', ada, key('k')));
  },
);

test('an accepted write is not passed on twice, even after a restart; a changed one is', async () => {
  // The body that accompanies a 2xx may be anything.
  const { app, settings, subscribe, provider, config } = await openProxy((_, response) =>
    response.writeHead(201).end('\0{}'),
  );
  await answered(201, subscribe());
  await app.close();
  const again = await openApp(settings);
  const repeat = await answered(201, again.post('subscribe', ada, key('k')));
  expect([repeat.json(), repeat.headers['idempotency-replayed']]).toEqual([
    { message: expect.any(String) },
    'true',
  ]);
  await answered(201, again.post('subscribe', { ...ada, name: 'Other' }, key('k')));
  const headers = key('k');
  expect(provider.seen).toMatchObject([
    { method: 'POST', path: '/api/subscribe', headers, body: JSON.stringify(ada) },
    { body: JSON.stringify({ ...ada, name: 'Other' }) },
  ]);
  const stores = readdirSync(config.dataDir).filter((name) => name.endsWith('.sqlite'));
  expect(stores).toEqual(['keys.sqlite']);
});

test('a repeat gets a 409 while its write is in progress; after a failure it is passed on again', async () => {
  const { subscribe, waiting, untilAsked } = await openWaiting();
  const first = subscribe();
  await untilAsked(1);
  const second = await answered(409, subscribe());
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  waiting[0]?.writeHead(500, json).end('{"error":"x"}');
  await answered(500, first);
  const third = subscribe();
  await untilAsked(2);
  waiting[1]?.writeHead(200, json).end('{}');
  await answered(200, third);
});

test('the provider gets one request, however many visitors make the same call at once', async () => {
  const { read, waiting, untilAsked } = await openWaiting();
  const answers = Array.from({ length: 5 }, () => answered(200, read('job-list')));
  await untilAsked(1);
  waiting[0]?.writeHead(200, json).end('{"payload":[]}');
  await Promise.all(answers);
  expect(waiting).toHaveLength(1);
});

test.each(['media/%2e%2e', 'media/..%2f..%2fadmin', 'admin', 'media//evil.example', 'alerts'])(
  'the provider is not asked for %s',
  async (call) => {
    const { read, provider } = await openProxy((_, response) => response.writeHead(200, json).end('{}'));
    await answered(404, read(call));
    await answered(200, read('media/@evil%3F'));
    expect(provider.seen.map(({ path }) => path)).toEqual(['/api/media/%40evil%3F']);
  },
);

test("a provider's own message about an application is passed on, and its secret is not stored", async () => {
  const site = await openProxy(({ method }, response) => {
    if (method === 'POST')
      response.writeHead(201, json).end(JSON.stringify({ message: 'Taken', secret, more: 1 }));
    else if (method === 'DELETE') response.writeHead(204).end();
    else response.writeHead(200, json).end('{"payload":{"state":"read"}}');
  });
  const taken = await answered(201, site.post('job-apply', applicant, key('k')));
  expect(taken.json()).toEqual({ message: 'Taken', secret, more: 1 });
  expect(await site.stored()).not.toContain(secret);
  const carried = { 'application-secret': secret };
  const { body, headers } = await answered(200, site.read('application', carried));
  expect([body, headers['cache-control']]).toEqual(['{"payload":{"state":"read"}}', 'no-store']);
  const url = '/connect/v1/application';
  await answered(204, site.app.inject({ method: 'DELETE', url, headers: carried }));
  expect(site.provider.seen.slice(1)).toMatchObject([
    { method: 'GET', path: '/api/application', headers: carried },
    { method: 'DELETE', path: '/api/application', headers: carried },
  ]);
});

test("a provider's alerts and files are not among the features, because their calls are not passed on", async () => {
  const { payload } = await openProxy((_, response) =>
    response.writeHead(200, json).end('{"payload":["status","alerts","files"]}'),
  );
  expect(await payload('features')).toEqual(['status']);
});

test.each([
  [404, '{"error":"Not found"}'],
  [403, '{"message":"Missing Authentication Token"}'],
  [501, ''],
  [200, '<!doctype html><p>Home'],
  [200, '{"payload":null}'],
])('a provider that answers %i %s for the features has none', async (status, text) => {
  const { read } = await openProxy((_, response) => response.writeHead(status, json).end(text));
  const { headers, body } = await answered(200, read('features'));
  expect([headers['content-type'], body]).toEqual(['application/json; charset=utf-8', '{"payload":[]}']);
});

test.each([429, 500, 503])('a provider that fails with %i may know the features later', async (status) => {
  const { read } = await openProxy((_, response) => response.writeHead(status, json).end('{"error":"x"}'));
  await answered(status, read('features'));
});

test.each([
  [422, '{"error":{"details":[{"message":"No <b>."},{"field":"x"}]}}', 'No &#60;b&#62;.'],
  [429, '{"error":"Slow down."}', 'Slow down.'],
  [503, '<h1>Oops</h1>', 'Please try again later.'],
])('a form without scripts gets a page if the provider answers %i %s', async (status, text, said) => {
  const { form } = await openProxy((_, response) =>
    response.writeHead(status, { ...json, 'retry-after': '7' }).end(text),
  );
  const { headers, body } = await answered(status, form('job-apply', applicant));
  expect([headers['content-type'], headers['retry-after']]).toEqual(['text/html; charset=utf-8', '7']);
  expect(body).toMatch(new RegExp(`<ul><li>[^<]*${said}</li></ul>`));
});
