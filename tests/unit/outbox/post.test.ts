import { expect, test, vi } from 'vitest';

import { post } from '#src/outbox/post.ts';

const submission = {
  id: '0b6f7e1c-58a1-4c43-9f0e-2d7a1c9b3e55',
  kind: 'apply' as const,
  job: 'fw',
  fields: {
    first_name: ' Mutinta ',
    last_name: 'Banda',
    email: 'mutinta@example.com',
    mobile: '+260970000000',
    description: 'I solder.',
    profile: 'https://profiles.example/mutinta',
  },
};

const meet = (answer: Response) => post(submission, '/connect/v1', async () => answer);
const page = '<!doctype html><p>Log in</p>';
const secret = 'abcdefghijklmnopqrstuv';
const typed = (type: string) => ({ headers: { 'Content-Type': type } });

test('a filled honeypot is marked, and its text stays here', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response());
  const fields = { name: 'M', email: 'm@example.com', leave_empty: 'buy' };
  await post({ id: submission.id, kind: 'subscribe', job: '', fields }, '', send);
  const body = JSON.parse(String(send.mock.calls[0]?.[1]?.body));
  expect(body).toEqual({ ...fields, leave_empty: 'filled' });
});

test.each<[string, () => Response, string | undefined]>([
  ['JSON', () => Response.json({ message: 'Thank you' }, { status: 201 }), undefined],
  ['JSON with a secret', () => Response.json({ secret }, { status: 201 }), secret],
  ['nothing', () => new Response(null, { status: 204 }), undefined],
  ['a word', () => new Response('OK', typed('text/plain')), undefined],
])('%s with a 2xx is a yes', async (_, answer, known) => {
  expect(await meet(answer())).toEqual({ type: 'sent', secret: known });
});

test('a 2xx may ask for a confirmation by email', async () => {
  const answer = Response.json({ message: 'Check your email', confirm: true }, { status: 201 });
  expect(await meet(answer)).toEqual({ type: 'sent', confirm: true });
});

test.each([
  [true, [400, 401, 403, 404, 413, 422]],
  [false, [408, 409, 425, 429, 500, 502, 503]],
])('a refusal is final (%s) with %j', async (isFinal, statuses) => {
  for (const status of statuses)
    expect(await meet(Response.json({ error: 'Closed' }, { status })), `${status}`).toMatchObject({
      isFinal,
    });
});

test.each<[string, () => Response]>([
  ['html', () => new Response(page, typed('text/html; charset=utf-8'))],
  ['html that is called text', () => new Response(`\n ${page}`, typed('text/plain'))],
  ['JSON after a redirect', () => Object.defineProperty(Response.json({}), 'redirected', { value: true })],
  ["a gateway's 403", () => new Response(page, { status: 403, ...typed('text/html') })],
])('%s proves nothing', async (_, answer) => {
  expect(await meet(answer())).toMatchObject({ type: 'answered', isFinal: false });
});

test.each([
  ['40', 40_000],
  ['soon', 0],
  ['-3', 0],
])('Retry-After %s is a wait of %i ms', async (header, retryAfterMs) => {
  const answer = new Response('', { status: 429, headers: { 'Retry-After': header } });
  expect(await meet(answer)).toMatchObject({ retryAfterMs });
});

test('no answer, or one that breaks off, is silence', async () => {
  const refuse = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await post(submission, '', refuse)).toMatchObject({ type: 'silent' });
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) });
  expect(await meet(new Response(broken, { status: 201 }))).toMatchObject({ type: 'silent' });
});
