import type { BrowserContext, CDPSession, Worker } from '@playwright/test';
import { expect } from '@playwright/test';

import { vacancyPush } from '#server/domain/vacancy-push.ts';

type Shown = { title: string; body: string; tag: string };

/** What a push service does to a browser, by DevTools; and what the browser then shows. */
type Pushing = {
  push: (text: string) => Promise<void>;
  shown: () => Promise<Shown[]>;
  /** A press on the newest notification; what a new tab was opened with. */
  press: () => Promise<string[]>;
};

/** The message of the server for a vacancy that it does not have yet. */
export function pushOf(id: string, name: string): string {
  const row = { id, name, type: 'internship', body: `<p>As ${name} <strong>you test valves</strong>.</p>` };
  const times = { created_at: '2026-11-22T08:00:00.000Z', closed_at: null, closes_at: null, told_at: null };
  const unsaid = { lead: null, location: null, salary: null };
  return vacancyPush({ ...row, ...unsaid, ...times }, 'https://www.hcs.example');
}

/**
 * Runs in every page, in the place of a push service, which is not there in tests: the browser would ask its maker's for an
 * address. Keys are real ones.
 */
export function stubPushService(): void {
  const made = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    const base64url = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    const auth = base64url(crypto.getRandomValues(new Uint8Array(16)));
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    return { endpoint, keys: { p256dh: base64url(point), auth } };
  };
  const subscription = () => {
    const json = JSON.parse(localStorage.getItem('push-service') ?? 'null');
    return (
      json && {
        endpoint: json.endpoint,
        toJSON: () => json,
        unsubscribe: async () => localStorage.removeItem('push-service'),
      }
    );
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription(),
    subscribe: async () => {
      localStorage.setItem('push-service', JSON.stringify(await made()));
      return subscription();
    },
  });
}

/** `context` needs a page, of whatever site, through which DevTools is spoken to. */
export async function startPushing(context: BrowserContext, origin: string): Promise<Pushing> {
  await context.grantPermissions(['notifications'], { origin });
  const page = context.pages()[0];
  if (page === undefined) throw new Error('No page is open');
  const session = await context.newCDPSession(page);
  const registrationId = await registrationOf(session, origin);
  return {
    async push(data) {
      const before = await shown(context);
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await expect.poll(() => shown(context)).not.toEqual(before);
    },
    shown: () => shown(context),
    press: async () => (await workerOf(context)).evaluate(pressNewest),
  };
}

async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const found: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.startsWith(origin)) found.push(registrationId);
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => found.length).toBeGreaterThan(0);
  return found.at(-1) ?? '';
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

async function shown(context: BrowserContext): Promise<Shown[]> {
  return (await workerOf(context)).evaluate(async () => {
    const registration = Reflect.get(self, 'registration') as ServiceWorkerRegistration;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
}

/**
 * Runs in the worker. No program presses a notification of a browser without a screen: the event is made here, and what only
 * a person's press allows, to bring a tab to the front or open one, is stood in for. What the worker makes of it is real.
 */
async function pressNewest(): Promise<string[]> {
  const opened: string[] = [];
  const registration = Reflect.get(self, 'registration') as ServiceWorkerRegistration;
  const notification = (await registration.getNotifications()).at(-1);
  Reflect.set(Reflect.get(self, 'clients'), 'openWindow', async (url: string) => opened.push(url));
  Reflect.get(self, 'WindowClient').prototype.focus = async function focus() {
    return this;
  };
  const event: Event = new (Reflect.get(self, 'NotificationEvent'))('notificationclick', { notification });
  let work: unknown;
  Object.defineProperty(event, 'waitUntil', {
    value: (promise: unknown) => {
      work = promise;
    },
  });
  self.dispatchEvent(event);
  await work;
  return opened;
}
