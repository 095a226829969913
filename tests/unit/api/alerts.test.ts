import { expect, test, vi } from 'vitest';

import { readAlerts, turnOff, turnOn } from '#src/api/alerts.ts';

vi.mock(import('#src/api/client.ts'), async (original) => ({
  ...(await original()),
  getPayload: async () => ({ publicKey: 'key' }),
}));

const refused = () => new Response('{"error":"Full"}', { status: 503 });

/** A browser that may push; the service's `POST` and `DELETE` get this answer. */
function startScene(answer: (method: string) => Response = () => new Response(null, { status: 201 })) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const asked: { method: string; body: unknown }[] = [];
  let subscription: object | null = null;
  const made = {
    endpoint: 'https://push.example.com/1',
    toJSON: () => ({ endpoint: made.endpoint }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = made;
      return made;
    },
  };
  const notification = { permission: 'granted', requestPermission: async () => notification.permission };
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    },
  });
  vi.stubGlobal('fetch', async (_url: string, { method = '', body }: RequestInit) => {
    asked.push({ method, body: JSON.parse(String(body)) });
    return answer(method);
  });
  return { asked, notification, made };
}

test('turned on the server has the address, turned off neither browser nor server has it', async () => {
  const { asked, made } = startScene();
  expect(await readAlerts()).toBe('off');
  expect(await turnOn()).toBe('on');
  expect(await readAlerts()).toBe('on');
  expect(await turnOff()).toBe('off');
  expect(await readAlerts()).toBe('off');
  const { endpoint } = made;
  expect(asked).toEqual([
    { method: 'POST', body: { subscription: { endpoint } } },
    { method: 'DELETE', body: { endpoint } },
  ]);
});

test('where the server refuses, the browser is not left subscribed', async () => {
  startScene(refused);
  await expect(turnOn()).rejects.toMatchObject({ status: 503 });
  expect(await readAlerts()).toBe('off');
});

test('they are off though the server does not hear of it', async () => {
  const scene = startScene((method) => {
    if (method === 'DELETE') throw new TypeError('Failed to fetch');
    return new Response(null, { status: 201 });
  });
  await turnOn();
  expect(await turnOff()).toBe('off');
  expect([await readAlerts(), scene.asked.length]).toEqual(['off', 2]);
});

test('where the visitor says no, nothing is asked of the server', async () => {
  const { asked, notification } = startScene();
  notification.permission = 'denied';
  expect([await turnOn(), asked]).toEqual(['denied', []]);
});

test.each([
  [{}, 'never'],
  [{ standalone: false }, 'install'],
])('a browser that cannot push says %o: %s', async (navigator, state) => {
  startScene();
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', navigator);
  expect([await readAlerts(), await turnOff()]).toEqual([state, 'off']);
});
