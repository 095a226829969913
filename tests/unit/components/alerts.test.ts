import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { findAlerts, registerDevice, renew, turnOff, turnOffNews, turnOn } from '#src/components/alerts.ts';

const serve = vi.fn<(call: string, init: RequestInit) => Response>();
let subscription: object | null;
let kept: Map<string, string>;

/** A browser that supports push, and a service with alerts. */
beforeEach(() => {
  subscription = null;
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: kept.set.bind(kept),
    removeItem: kept.delete.bind(kept),
  });
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
  vi.stubGlobal('fetch', async (call: string, init: RequestInit) =>
    init.method === undefined ? Response.json({ payload: { publicKey: 'key' } }) : serve(call, init),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['the server refuses', () => Response.json({ error: 'Full' }, { status: 503 })],
  ['a gateway answers with its page', () => new Response('<!doctype html><p>Welcome')],
])('if %s, the browser does not stay subscribed', async (_, answer) => {
  serve.mockReturnValue(answer());
  await expect(turnOn()).rejects.toMatchObject({ status: 503 });
  expect(subscription).toBeNull();
});

test('alerts can be turned off even if the server cannot be told', async () => {
  serve.mockReturnValue(new Response(null, { status: 201 }));
  expect([await turnOn(), subscription]).toEqual(['on', expect.anything()]);
  serve.mockImplementation(() => {
    throw new TypeError('Failed to fetch');
  });
  expect([await turnOff(), subscription]).toEqual(['off', null]);
});

test('a device with alerts on renews them once a week, and again after a failure', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-03-01'));
  serve.mockReset().mockReturnValue(new Response(null, { status: 503 }));
  await renew();
  expect(serve).not.toHaveBeenCalled();
  serve.mockReturnValue(new Response(null, { status: 201 }));
  await turnOn();
  serve.mockReset().mockReturnValueOnce(Response.json({ error: 'Down' }, { status: 503 }));
  await expect(renew()).rejects.toMatchObject({ status: 503 });
  serve.mockImplementation(() => new Response(null, { status: 201 }));
  await renew();
  await renew();
  expect(serve).toHaveBeenCalledTimes(2);
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-03-09'));
  await renew();
  expect(serve).toHaveBeenCalledTimes(3);
});

test('alerts that are denied, unsupported or only for installed apps are reported as such', async () => {
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: async () => 'denied' });
  vi.stubGlobal('window', { PushManager: {}, Notification });
  expect(await turnOn()).toBe('denied');
  vi.stubGlobal('window', {});
  expect(await findAlerts()).toBe('never');
  Object.assign(navigator, { standalone: false });
  expect(await findAlerts()).toBe('install');
});

const forVacancies = () => {
  vi.stubGlobal('window', { PushManager: {}, Notification });
  return findAlerts();
};

test('a device that gets only news has no vacancy alerts, and does not renew them', async () => {
  const tagged = Response.json({ payload: { publicKey: 'key', tag: 't1' } }, { status: 201 });
  serve.mockReset().mockReturnValue(tagged);
  const news = { endpoint: 'https://push.example.com/1', tag: 't1' };
  expect(await registerDevice('secret')).toEqual(news);
  const [, { headers }] = serve.mock.calls[0] ?? ['', {}];
  expect(new Headers(headers).get('Application-Secret')).toBe('secret');
  expect(await forVacancies()).toBe('off');
  await renew();
  expect(serve).toHaveBeenCalledOnce();
  serve.mockImplementation(() => new Response(null, { status: 204 }));
  await turnOffNews('secret', news.endpoint, false);
  expect(subscription).not.toBeNull();
  await turnOffNews('secret', news.endpoint, true);
  expect(subscription).toBeNull();
});

test('a device that also has vacancy alerts keeps them when its news is turned off', async () => {
  const tagged = () => Response.json({ payload: { publicKey: 'key', tag: 't1' } }, { status: 201 });
  serve.mockReset().mockImplementation(tagged);
  await registerDevice('secret');
  await turnOn();
  expect(await forVacancies()).toBe('on');
  serve.mockImplementation(() => new Response(null, { status: 204 }));
  await turnOffNews('secret', 'https://push.example.com/1', true);
  expect(await forVacancies()).toBe('on');
});

test('with an older server, which returns no tag, nothing stays on', async () => {
  serve.mockReset().mockReturnValue(Response.json({ payload: { publicKey: 'key' } }, { status: 201 }));
  await expect(registerDevice('secret')).rejects.toThrow('does not support news');
  expect(subscription).toBeNull();
});
