import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { findAlerts, turnOff, turnOn } from '#src/components/alerts.ts';

const serve = vi.fn<() => Response>();
let subscription: object | null;

/** A browser that may push, and a service that knows alerts. */
beforeEach(() => {
  subscription = null;
  const subscribed = {
    endpoint: 'https://push.example.com/1',
    toJSON: () => ({}),
    unsubscribe: async () => {
      subscription = null;
    },
  };
  const getSubscription = async () => subscription;
  const subscribe = async () => {
    subscription = subscribed;
    return subscribed;
  };
  const registration = { pushManager: { getSubscription, subscribe } };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), serviceWorker) });
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === undefined ? Response.json({ payload: { publicKey: 'key' } }) : serve(),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['the server refuses', () => Response.json({ error: 'Full' }, { status: 503 })],
  ['a gateway answers with its page', () => new Response('<!doctype html><p>Welcome')],
])('where %s, the browser is not left subscribed', async (_, answer) => {
  serve.mockReturnValue(answer());
  await expect(turnOn()).rejects.toMatchObject({ status: 503 });
  expect(subscription).toBeNull();
});

test('alerts are off though the server does not hear of it', async () => {
  serve.mockReturnValue(new Response(null, { status: 201 }));
  expect([await turnOn(), subscription]).toEqual(['on', expect.anything()]);
  serve.mockImplementation(() => {
    throw new TypeError('Failed to fetch');
  });
  expect([await turnOff(), subscription]).toEqual(['off', null]);
});

test('alerts that are denied, unsupported, or for installed apps only are told so', async () => {
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: async () => 'denied' });
  vi.stubGlobal('window', { PushManager: {}, Notification });
  expect(await turnOn()).toBe('denied');
  vi.stubGlobal('window', {});
  expect(await findAlerts()).toBe('never');
  Object.assign(navigator, { standalone: false });
  expect(await findAlerts()).toBe('install');
});
