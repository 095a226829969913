import { expect, test, vi } from 'vitest';

import { newEntry } from '#src/outbox/entry.ts';
import { send } from '#src/outbox/send.ts';
import { timeLimit } from '#src/outbox/time-limit.ts';

import { createWorld } from './model-world.ts';

const entry = newEntry('key', 'subscribe', { name: 'N', email: 'e@example.com' }, '', 0);
const env = createWorld().createActor().env('press');

function typeOf(answer: Response): Promise<string> {
  return send(entry, { ...env, fetch: async () => answer }).then(({ type }) => type);
}

const page = '<!doctype html><p>Log in</p>';
const headers = (type: string) => ({ headers: { 'Content-Type': type } });

test.each<[string, () => Response]>([
  ['JSON', () => Response.json({ message: 'Thank you' }, { status: 201 })],
  ['nothing', () => new Response(null, { status: 204 })],
  ['a word', () => new Response('OK', headers('text/plain'))],
])('%s with a 2xx is a yes', async (_, answer) => {
  expect(await typeOf(answer())).toBe('sent');
});

test.each<[string, () => Response]>([
  ['html', () => new Response(page, headers('text/html; charset=utf-8'))],
  ['html in capitals', () => new Response(page, headers('Text/HTML'))],
  ['xhtml', () => new Response('', headers('application/xhtml+xml'))],
  ['html that is called text', () => new Response(`\n ${page}`, headers('text/plain'))],
  ['JSON after a redirect', () => Object.defineProperty(Response.json({}), 'redirected', { value: true })],
])("%s with a 2xx is a hotspot's page, and the entry stays", async (_, answer) => {
  expect(await typeOf(answer())).toBe('answered');
});

test.each([400, 403, 404, 413, 422])(
  'html with a %i is a gateway, which says nothing about the request',
  async (status) => {
    const answer = new Response(page, { status, ...headers('text/html') });
    const delivery = await send(entry, { ...env, fetch: async () => answer });
    expect(delivery).toMatchObject({ type: 'answered', status: 503 });
  },
);

test('a body that breaks off is no answer, whatever its status says', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) });
  expect(await typeOf(new Response(broken, { status: 201 }))).toBe('no-answer');
});

test('a signal aborts at its time and not before, also where AbortSignal.timeout is missing', () => {
  vi.useFakeTimers();
  vi.stubGlobal('AbortSignal', class {});
  const signal = timeLimit(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
