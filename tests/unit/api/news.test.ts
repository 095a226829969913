import { beforeEach, expect, test, vi } from 'vitest';

import { listenForNews } from '#src/api/news.ts';
import type { WorkerMessage } from '#src/contract/worker-messages.ts';
import { connection, reportAnswer } from '#src/state/connection.ts';

const swr = vi.hoisted(() => ({
  asked: [] as string[],
  cache: new Map<string, { error?: unknown }>(),
}));

vi.mock('swr', () => ({
  SWRConfig: { defaultValue: { cache: swr.cache } },
  mutate: async (which: string | ((call: unknown) => boolean)) => {
    swr.asked.push(...(typeof which === 'string' ? [which] : [...swr.cache.keys()].filter(which)));
  },
}));

const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const serviceWorker = new EventTarget();
vi.stubGlobal('document', document);
vi.stubGlobal('navigator', { serviceWorker });
vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')));
listenForNews();
listenForNews();

const report = (data: WorkerMessage) =>
  serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data }));

beforeEach(async () => {
  Object.assign(connection, { online: true, savedAt: {}, stale: {} });
  await Promise.resolve();
  swr.cache.clear();
  for (const call of ['/stale', '/fine', '/failed']) swr.cache.set(call, {});
  swr.cache.set('/failed', { error: new Error('no answer') });
  connection.stale['/stale'] = true;
  await Promise.resolve();
  swr.asked.length = 0;
});

test('what the worker says is new is read, and what is missing or stale is asked for again', () => {
  report({ type: 'connect-updated', call: '/fine' });
  expect(swr.asked).toEqual(['/fine', '/stale', '/failed']);
});

test('a copy that the worker found as good as new is no reason to read it again; the others are asked for', () => {
  report({ type: 'connect-checked', call: '/fine' });
  expect(swr.asked).toEqual(['/stale', '/failed']);
});

test('a refresh that failed asks for nothing, or it would go on for ever', () => {
  report({ type: 'connect-failed', call: '/fine', answered: true });
  expect(swr.asked).toEqual([]);
  expect(connection.stale['/fine']).toBe(true);
});

test('requests that are answered again ask for what is missing or stale, once', async () => {
  connection.online = false;
  await Promise.resolve();
  expect(swr.asked).toEqual([]);
  reportAnswer();
  await Promise.resolve();
  expect(swr.asked).toEqual(['/stale', '/failed']);
});

test.each([
  ['visible', true, ['/stale', '/failed']],
  ['visible', false, []],
  ['hidden', true, []],
])('a page that becomes %s, online %s, asks for %j', async (visibilityState, online, asked) => {
  connection.online = online;
  await Promise.resolve();
  swr.asked.length = 0;
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(swr.asked).toEqual(asked);
});

test('what is no word of the worker is not heard', () => {
  serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'CACHE_UPDATED' } }));
  expect(swr.asked).toEqual([]);
});
