// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { turnOff } from '#src/api/alerts.ts';
import { AlertsSwitch } from '#src/components/alerts-switch.tsx';
import { alertWords } from '#src/content/alerts.ts';

import { mount } from './mount.tsx';

const endpoint = 'https://push.example.com/1';
const serve = vi.fn<() => Response | Promise<Response>>();
let subscription: object | null = null;

const subscribed = {
  endpoint,
  toJSON: () => ({ endpoint }),
  unsubscribe: async () => {
    subscription = null;
  },
};
const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async () => {
    subscription = subscribed;
    return subscribed;
  },
};
const registration = { pushManager };

/** A browser that may push, and a service that knows alerts. */
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  subscription = null;
  serve.mockReset();
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  const more = { serviceWorker: Object.assign(new EventTarget(), serviceWorker) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), more));
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (method === undefined)
      return Response.json({ payload: url.endsWith('features') ? ['alerts'] : { publicKey: 'key' } });
    return serve();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['a refusal of our server', () => Response.json({ error: 'Full' }, { status: 503 }), alertWords.refused],
  ['silence', () => Promise.reject(new TypeError('Failed to fetch')), alertWords.failed],
])('after %s the visitor is told, and the browser is not left subscribed', async (_, answer, words) => {
  serve.mockImplementation(answer);
  const place = await mount(<AlertsSwitch />);
  // What happens from now on ends when the service answers.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull());
  place.querySelector('button')?.click();
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toBe(words));
  expect([subscription, place.querySelector('button')?.textContent]).toEqual([null, alertWords.turnOn]);
});

test('they are off though the server does not hear of it', async () => {
  subscription = subscribed;
  serve.mockImplementation(() => {
    throw new TypeError('Failed to fetch');
  });
  expect([await turnOff(), subscription]).toEqual(['off', null]);
  expect(serve).toHaveBeenCalledOnce();
});
