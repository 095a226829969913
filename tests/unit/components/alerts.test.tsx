// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { turnOff } from '#src/api/alerts.ts';
import { AlertsSwitch } from '#src/components/alerts-switch.tsx';
import { alertWords } from '#src/content/alerts.ts';

import { mount } from './mount.tsx';

const endpoint = 'https://push.example.com/1';
const serve = vi.fn<(method: string) => Response | Promise<Response>>();
const sent: { method: string; body: unknown }[] = [];
const permission = { permission: 'granted', requestPermission: async () => permission.permission };
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
  [subscription, permission.permission] = [null, 'granted'];
  sent.length = 0;
  serve.mockReset().mockImplementation(() => new Response(null, { status: 201 }));
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', permission);
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  const more = { serviceWorker: Object.assign(new EventTarget(), serviceWorker) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), more));
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method === undefined)
      return Response.json({ payload: url.endsWith('features') ? ['alerts'] : { publicKey: 'key' } });
    sent.push({ method, body: JSON.parse(String(body)) });
    return serve(method);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The switch, once it knows its state. */
async function show(): Promise<HTMLElement> {
  const place = await mount(<AlertsSwitch />);
  // What happens from now on ends when the service answers.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(place.querySelector('[role=status]')).not.toBeNull());
  return place;
}

const status = (place: Element) => place.querySelector('[role=status]')?.textContent;

test('one press turns them on at browser and server, the next off at both', async () => {
  const place = await show();
  place.querySelector('button')?.click();
  await vi.waitFor(() => expect(status(place)).toBe(alertWords.on));
  expect(subscription).toBe(subscribed);
  place.querySelector('button')?.click();
  await vi.waitFor(() => expect(status(place)).toBe(alertWords.off));
  expect(subscription).toBeNull();
  expect(sent).toEqual([
    { method: 'POST', body: { subscription: { endpoint } } },
    { method: 'DELETE', body: { endpoint } },
  ]);
});

test.each([
  ['a refusal of our server', () => Response.json({ error: 'Full' }, { status: 503 }), alertWords.refused],
  ['silence', () => Promise.reject(new TypeError('Failed to fetch')), alertWords.failed],
])('after %s the visitor is told, and the browser is not left subscribed', async (_, answer, words) => {
  serve.mockImplementation(answer);
  const place = await show();
  place.querySelector('button')?.click();
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toBe(words));
  expect([subscription, place.querySelector('button')?.textContent]).toEqual([null, alertWords.turnOn]);
});

test('they are off though the server does not hear of it', async () => {
  subscription = subscribed;
  serve.mockImplementation(() => {
    throw new TypeError('Failed to fetch');
  });
  expect([await turnOff(), subscription, sent.length]).toEqual(['off', null, 1]);
});

test('where the visitor says no, nothing is asked of the server, and other ways are named', async () => {
  const place = await show();
  permission.permission = 'denied';
  place.querySelector('button')?.click();
  await vi.waitFor(() => expect(status(place)).toBe(alertWords.denied));
  expect([place.querySelector('button'), place.querySelectorAll('a').length, sent]).toEqual([null, 2, []]);
});

test.each([
  [{}, 'never'],
  [{ standalone: false }, 'install'],
] as const)('a browser that cannot push says %o: %s', async (browser, state) => {
  vi.stubGlobal('navigator', browser);
  const place = await show();
  expect([status(place), place.querySelector('button'), await turnOff()]).toEqual([
    alertWords[state],
    null,
    'off',
  ]);
});
