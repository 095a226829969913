import { set } from 'idb-keyval';
import { expect, vi } from 'vitest';

import { areAlertsOn, startAlerts } from '#src/api/alerts.ts';
import { openDatabase } from '#src/outbox/database.ts';
import { alerts } from '#src/state/alerts.ts';

export const database = openDatabase('hcs-alerts', 'relaxed');
const longAgo = { kinds: ['internship'], publicKey: 'key', sentAt: 5 };

/** Where a line is slow, `answer` is still to come. */
type Answer = (method: string) => Promise<void> | void;

/** A browser that may push, and a service that keeps its addresses. */
export function startScene(answer: Answer = () => undefined) {
  const kept = new Set<string>();
  const asked: string[] = [];
  let subscription: { endpoint: string } | null = null;
  let made = 0;
  const subscribed = (endpoint: string) => {
    subscription = { endpoint };
    const here = subscription;
    return {
      endpoint,
      toJSON: () => ({ endpoint }),
      unsubscribe: async () => {
        if (subscription === here) subscription = null;
        return true;
      },
    };
  };
  const pushManager = {
    getSubscription: async () => (subscription === null ? null : subscribed(subscription.endpoint)),
    subscribe: async () => {
      made += 1;
      return subscribed(`new-${made}`);
    },
  };
  const notification = { permission: 'granted', requestPermission: async () => notification.permission };
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', notification);
  const registration = { pushManager };
  vi.stubGlobal('navigator', {
    locks: undefined,
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    asked.push(method);
    const sent = JSON.parse(String(body ?? '{}'));
    const isNew = method === 'POST' && !kept.has(sent.subscription.endpoint);
    // What was sent arrives, whether or not its answer does.
    if (method === 'POST') {
      kept.delete(sent.replaces);
      kept.add(sent.subscription.endpoint);
    }
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
    await Promise.race([answer(method), aborted]);
    if (method === 'DELETE') kept.delete(sent.endpoint);
    return Response.json({ payload: { publicKey: 'key', isNew } });
  });
  return {
    kept,
    asked,
    notification,
    isSubscribed: () => subscription !== null,
    /** As an earlier visit left it. */
    async on(endpoint: string) {
      kept.add(endpoint);
      subscribed(endpoint);
      await set('address', { endpoint, ...longAgo }, database);
    },
    subscribed,
  };
}

/** Nothing is left of it, here and at the service, and no visit brings it back. */
export async function expectOff(scene: ReturnType<typeof startScene>): Promise<void> {
  expect(alerts.state).toBe('off');
  expect(scene.isSubscribed()).toBe(false);
  await vi.waitFor(() => expect([...scene.kept]).toEqual([]));
  await startAlerts();
  expect(alerts.state).toBe('off');
  expect([scene.isSubscribed(), ...scene.kept]).toEqual([false]);
  expect(await areAlertsOn()).toBe(false);
}
