import { beforeEach, expect, test, vi } from 'vitest';

import { AlertsError, subscribe, tell, unsubscribe } from '#src/outbox/alerts.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { publicKey, standInForPush } from './push-browser.ts';
import { newRecord } from './records.ts';

type Browser = ReturnType<typeof standInForPush>;
type Put = { subscription: { endpoint: string }; applications: string[] };
let browser: Browser;
let records: Submission[];
/** What the server stands by: the last PUT that landed. */
let puts: Put[];
let server: { key: string; answer: (put?: Put) => Promise<Response | undefined> };
const announce = vi.fn();

const unused = () => {
  throw new Error('It is not called.');
};
const outbox: Outbox = {
  ...{ base: '', announce, now: unused, random: unused, newId: unused },
  ...{ onClaim: unused, onReceipt: unused, onChange: unused, tell: unused },
  store: { list: async () => records, change: unused, part: unused, remove: unused, clear: unused },
  async fetch(_, { method, body } = {}) {
    const put = method === 'PUT' ? (JSON.parse(String(body)) as Put) : undefined;
    const answer = await server.answer(put);
    if (put && (answer?.ok ?? true)) puts.push(put);
    return answer ?? Response.json({ payload: { publicKey: server.key } });
  },
};

const sent = (secret?: string, change: Partial<Submission> = {}) =>
  newRecord({ kind: 'apply', state: 'followed', id: crypto.randomUUID(), secret, ...change });
const last = () => puts.at(-1);

beforeEach(async () => {
  browser = standInForPush();
  browser.permission = 'granted';
  records = [];
  puts = [];
  server = { key: publicKey, answer: async () => undefined };
  announce.mockClear();
});

test('the server is told of each application once, but of none that is gone or only written', async () => {
  const gone = { status: { known: 'gone', at: 0 } } as const;
  records = [sent('a'), sent('a'), sent('b'), sent('c', gone), sent()];
  expect(await subscribe(outbox, browser.pushManager)).toBe(true);
  expect(puts).toEqual([{ subscription: { endpoint: 'https://push.example/1' }, applications: ['a', 'b'] }]);
  expect(announce).toHaveBeenCalledOnce();
});

test('a browser without a subscription tells nothing, nor does one whose records cannot be read', async () => {
  expect(await tell(outbox, browser.pushManager)).toBe(false);
  await subscribe(outbox, browser.pushManager);
  const list = () => Promise.reject(new Error('Blocked.'));
  const blocked = { ...outbox, store: { ...outbox.store, list } };
  await expect(tell(blocked, browser.pushManager)).rejects.toThrow('Blocked.');
  expect(puts).toHaveLength(1);
});

test('a server with another store and other keys gets a new subscription', async () => {
  await subscribe(outbox, browser.pushManager);
  server.key = 'Ag';
  expect(await tell(outbox, browser.pushManager)).toBe(true);
  expect(last()?.subscription.endpoint).toBe('https://push.example/2');
  const { options } = browser.subscribed() ?? {};
  expect(Buffer.from(options?.applicationServerKey ?? new ArrayBuffer()).toString('base64url')).toBe('Ag');
  await tell(outbox, browser.pushManager);
  expect(puts).toHaveLength(4);
});

test('nobody subscribes anew what was switched off meanwhile', async () => {
  await subscribe(outbox, browser.pushManager);
  server.key = 'Ag';
  server.answer = async (put) => {
    if (put) await unsubscribe(outbox, browser.pushManager);
    return undefined;
  };
  expect(await tell(outbox, browser.pushManager)).toBe(false);
  expect(browser.subscribed()).toBeNull();
});

test('of two at once, the one with the newer list lands last, however slow the older one is', async () => {
  records = [sent('a'), sent('b')];
  await subscribe(outbox, browser.pushManager);
  const { promise: slow, resolve: go } = Promise.withResolvers<undefined>();
  server.answer = async (put) => (put?.applications.length === 2 ? slow : undefined);
  const older = tell(outbox, browser.pushManager);
  await vi.waitFor(() => expect(records).toHaveLength(2));
  records = records.slice(1);
  const newer = tell(outbox, browser.pushManager);
  go(undefined);
  await Promise.all([older, newer]);
  expect(last()?.applications).toEqual(['b']);
});

test.each([
  ['the line', 'offline', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server', 'Tomorrow.', async () => Response.json({ error: 'Tomorrow.' }, { status: 429 })],
  ['a captive portal', 'service', async () => new Response('<p>Pay', { status: 200 })],
])('what %s prevents is known', async (_, message, answer) => {
  server.answer = answer;
  await expect(subscribe(outbox, browser.pushManager)).rejects.toEqual(new AlertsError(message));
});
