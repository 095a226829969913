import { expect, test, vi } from 'vitest';

import { post } from '#src/outbox/post.ts';

import { newRecord } from './records.ts';

const meet = (answer: Response) => post(newRecord(), '/connect/v1', async () => answer);
const page = '<!doctype html><p>Log in</p>';
const secret = 'abcdefghijklmnopqrstuv';
const typed = (type: string) => ({ headers: { 'Content-Type': type } });

test('of a filled trap is said that it was filled, not with what', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response());
  const fields = { name: 'M', email: 'm@example.com', leave_empty: 'buy' };
  await post(newRecord({ fields }), '', send);
  const body = JSON.parse(String(send.mock.calls[0]?.[1]?.body));
  expect(body).toEqual({ ...fields, leave_empty: 'filled' });
});

test.each<[string, () => Response, string | undefined]>([
  ['JSON', () => Response.json({ message: 'Thank you' }, { status: 201 }), undefined],
  ['JSON with a secret', () => Response.json({ secret }, { status: 201 }), secret],
  ['nothing', () => new Response(null, { status: 204 }), undefined],
  ['a word', () => new Response('OK', typed('text/plain')), undefined],
])('%s with a 2xx counts as accepted', async (_, answer, known) => {
  expect(await meet(answer())).toEqual({ sent: { secret: known } });
});

test('a 2xx may ask for a confirmation by email', async () => {
  const answer = Response.json({ message: 'Check your email', confirm: true }, { status: 201 });
  expect(await meet(answer)).toEqual({ sent: { confirm: true } });
});

test('a 4xx is final, except those that another attempt may change', async () => {
  const final = [400, 401, 403, 404, 413, 422];
  for (const status of [...final, 408, 409, 425, 429, 500, 502, 503]) {
    const reason = final.includes(status) ? 'refused' : 'service';
    const why = await meet(Response.json({ message: 'Closed' }, { status }));
    expect(why, `${status}`).toMatchObject({ why: { reason } });
  }
});

test("our server's own limit proves that nothing was stored, but does not end the attempts", async () => {
  const limit = Response.json({ error: 'Too many requests.' }, { status: 429 });
  expect(await meet(limit)).toMatchObject({ why: { reason: 'limited' } });
});

test.each<[string, () => Response]>([
  ['html', () => new Response(page, typed('text/html; charset=utf-8'))],
  ['html that is called text', () => new Response(`\n ${page}`, typed('text/plain'))],
  ['JSON after a redirect', () => Object.defineProperty(Response.json({}), 'redirected', { value: true })],
  ["a gateway's 403", () => new Response(page, { status: 403, ...typed('text/html') })],
])('%s proves nothing', async (_, answer) => {
  expect(await meet(answer())).toMatchObject({ why: { reason: 'service' } });
});

test('Retry-After is a wait in seconds; an unreadable value is ignored', async () => {
  for (const [header, retryAfterMs] of Object.entries({ 40: 40_000, soon: 0, '-3': 0 })) {
    const answer = new Response('', { status: 429, headers: { 'Retry-After': header } });
    expect(await meet(answer), header).toMatchObject({ retryAfterMs });
  }
});

test('no response and an interrupted one both count as silence', async () => {
  const refuse = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await post(newRecord(), '', refuse)).toMatchObject({ why: { reason: 'offline' } });
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) });
  expect(await meet(new Response(broken, { status: 201 }))).toMatchObject({ why: { reason: 'offline' } });
});
