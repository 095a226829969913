import { AsyncLocalStorage } from 'node:async_hooks';

import type { AlertDeclaration } from '#src/contract/alerts.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import type { Settings } from '#src/outbox/settings.ts';
import type { Store } from '#src/outbox/store.ts';
import type { Submission } from '#src/outbox/submission.ts';

import type { Schedule } from './model-schedule.ts';
import { newRecord } from './records.ts';

/** What a request meets. `late`: it arrives after its sender gave up. `doubled`: a copy arrives later. */
export const weathers = ['ok', 'ok', 'ok', 'lost', 'cut', 'late', 'doubled', '500', 'html'] as const;
export type Weather = (typeof weathers)[number];

/** Rules left out, one at a time. The property must fail without any of them. */
export const slips = [
  'the server takes a lower number',
  'the number does not grow',
  'unanswered declarations are not recorded',
  'turning off needs the server',
  'the server says what was asked',
  'settings survive their deletion',
  'nothing is declared again',
  'off is not recorded',
] as const;
export type Mutation = '' | (typeof slips)[number];

/** Of the records. The first application was sent twice. */
export const secrets = { a1: 's1', a2: 's2', a3: 's1' };

type Actor = { isAlive: boolean; registration: number; death: Promise<void>; kill: () => void };
type Standing = { number: number; vacancies: boolean; applications: Map<string, string> };

export type AlertsWorld = ReturnType<typeof createAlertsWorld>;

const acting = new AsyncLocalStorage<{ actor: Actor; outbox: Outbox }>();

export function actingOutbox(): Outbox {
  const outbox = acting.getStore()?.outbox;
  if (outbox === undefined) throw new Error('No page runs this code.');
  return outbox;
}

/** One device with a page and a worker at a time, and one server. `fired`: the rules that were needed. */
export function createAlertsWorld({ clock, gate, random }: Schedule, mutation: Mutation, fired: Set<string>) {
  const records = new Map<string, Submission>();
  const disk: { settings: Settings | undefined } = { settings: undefined };
  const server = { known: new Set(['s1', 's2']), key: 'AQ', devices: new Map<string, Standing>() };
  const device = { permission: 'granted', isOnline: true, weather: [] as Weather[], mayPush: true };
  /** Changes at the server that no declaration caused, and how many of them the device can know from the answer that it stored. */
  const losses = { count: 0, known: 0, at: new Map<number, number>() };
  let subscription: { endpoint: string; key: string } | null = null;
  let endpoints = 0;
  /** Counts the worker's registrations; a page of an earlier one cannot subscribe. */
  let registration = 0;
  let late: { method: string; body: string }[] = [];

  for (const [id, secret] of Object.entries(secrets))
    records.set(id, newRecord({ id, secret, kind: 'apply', state: 'followed', fields: {} }));

  async function call<T>(effect: () => T): Promise<T> {
    await gate();
    const { actor } = acting.getStore() ?? {};
    if (!actor?.isAlive) return new Promise<never>(() => undefined);
    const result = effect();
    await gate();
    return actor.isAlive ? result : new Promise<never>(() => undefined);
  }

  const isKept = () => mutation === 'off is not recorded' && device.permission !== 'granted';
  const sorted = () => structuredClone([...records.values()]);
  const store: Store = {
    list: () => call(sorted),
    change: (id, next) =>
      call(() => {
        const before = structuredClone(records.get(id));
        const after = isKept() ? before : next(before);
        if (after === undefined) records.delete(id);
        else records.set(id, structuredClone(after));
        return after;
      }),
    changeSettings: (next) =>
      call(() => {
        const before = structuredClone(disk.settings);
        const after = isKept() ? before : next(before, sorted());
        if (after && mutation === 'unanswered declarations are not recorded') after.unanswered = undefined;
        disk.settings = structuredClone(after);
        losses.known = Math.max(losses.known, losses.at.get(after?.declared?.number ?? 0) ?? 0);
        return structuredClone(after);
      }),
    part: async () => undefined,
    clear: () =>
      call(() => {
        records.clear();
        losses.at.clear();
        if (mutation !== 'settings survive their deletion') disk.settings = undefined;
      }),
  };

  /** The number of the last answer, if it was higher than asked. */
  let ahead = 0;

  /** As `server/devices/devices.ts` does. */
  function put({ subscription: { endpoint }, replaces, number, ...wanted }: AlertDeclaration) {
    const { devices, known } = server;
    const moved = replaces !== undefined && replaces !== endpoint ? devices.get(replaces) : undefined;
    if (moved && !devices.has(endpoint)) devices.set(endpoint, moved);
    if (moved && replaces) devices.delete(replaces);
    const before = devices.get(endpoint);
    const isOld = before !== undefined && before.number > number;
    if (isOld) fired.add('a lower number is ignored');
    if (number === ahead + 1) fired.add('a higher number is taken over');
    ahead = isOld ? before.number : 0;
    if (!isOld && !losses.at.has(number)) losses.at.set(number, losses.count);
    if (wanted.applications.some(({ secret }) => !known.has(secret)))
      fired.add('an unknown secret is absent');
    const accepted = wanted.applications.filter(({ secret }) => known.has(secret));
    const applications = new Map(accepted.map(({ secret, tag }) => [secret, tag]));
    if (!isOld || mutation === 'the server takes a lower number')
      devices.set(endpoint, { number, vacancies: wanted.vacancies, applications });
    const { number: stands = number, vacancies = false, applications: tags } = devices.get(endpoint) ?? {};
    const said =
      mutation === 'the server says what was asked' ? wanted.applications.map(({ tag }) => tag) : undefined;
    const applicationTags = said ?? [...(tags?.values() ?? [])];
    return { number: stands, vacancies, applications: applicationTags, publicKey: server.key };
  }

  function arrive({ method, body }: { method: string; body: string }): object {
    const request = JSON.parse(body || '{}');
    if (method === 'GET') return { publicKey: server.key };
    if (method === 'PUT')
      return put(
        mutation === 'the number does not grow' ? { ...request, number: 1 } : (request as AlertDeclaration),
      );
    // The browser has given the same address again.
    if (request.endpoint === subscription?.endpoint) losses.count += 1;
    server.devices.delete(request.endpoint);
    return {};
  }

  async function fetch(_url: unknown, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
    const request = { method, body: String(body ?? '') };
    const payload = await call(() => {
      const met = device.isOnline ? (device.weather.shift() ?? 'ok') : 'lost';
      if (met === 'late' || met === 'doubled') late.push(request);
      if (met === 'lost' || met === 'late') return undefined;
      if (met === '500' || met === 'html') return met;
      const answer = arrive(request);
      return met === 'cut' ? undefined : answer;
    });
    if (payload === undefined) throw new TypeError('Failed to fetch');
    if (payload === '500') return Response.json({ error: 'Later' }, { status: 500 });
    if (payload === 'html')
      return new Response('<p>Log in</p>', { headers: { 'Content-Type': 'text/html' } });
    return Response.json({ payload });
  }

  const keyBytes = (key: string) => Uint8Array.from(atob(key), (one) => one.charCodeAt(0)).buffer;
  const handleOf = (own: { endpoint: string; key: string }) => ({
    endpoint: own.endpoint,
    options: { applicationServerKey: keyBytes(own.key), userVisibleOnly: true },
    toJSON: () => ({ endpoint: own.endpoint }),
    unsubscribe: () =>
      call(() => {
        if (mutation === 'turning off needs the server' && !device.isOnline) throw new Error('offline');
        if (!device.isOnline) fired.add('off works offline');
        if (subscription?.endpoint === own.endpoint) subscription = null;
        return true;
      }),
  });
  const pushManager = {
    getSubscription: () => call(() => subscription && handleOf(subscription)),
    subscribe: ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
      call(() => {
        const key = String(applicationServerKey);
        if (acting.getStore()?.actor.registration !== registration)
          throw new DOMException('Gone', 'AbortError');
        if (!device.isOnline || !device.mayPush || device.permission !== 'granted')
          throw new DOMException('Registration failed', 'AbortError');
        if (subscription && subscription.key !== key)
          throw new DOMException('Another key', 'InvalidStateError');
        // The same address again, as after a "Delete everything" whose DELETE was lost.
        if (late.length > 0 || random() < 0.5) endpoints += 1;
        subscription ??= { endpoint: `e${endpoints}`, key };
        if (server.devices.has(subscription.endpoint)) losses.count += 1;
        return handleOf(subscription);
      }),
  };

  return {
    ...{ records, disk, server, device, losses, pushManager },
    subscription: () => subscription,
    /** The browser's globals, for all actors. */
    globals: {
      window: { PushManager: {}, Notification: {} },
      Notification: {
        get permission() {
          return device.permission;
        },
        requestPermission: async () => device.permission,
      },
      navigator: {
        serviceWorker: {
          ready: Promise.resolve({ pushManager }),
          getRegistration: async () => ({ pushManager }),
        },
      },
    },

    /** A page or the worker. */
    createActor(): Actor {
      const { promise: death, resolve } = Promise.withResolvers<void>();
      const actor: Actor = {
        isAlive: true,
        registration,
        death,
        kill() {
          actor.isAlive = false;
          resolve();
        },
      };
      return actor;
    },

    outbox: (): Outbox => ({
      ...{ store, base: '', fetch, now: () => clock.now, random: () => 0.5, newId: () => 'new' },
      onClaim: () => undefined,
      onChange: () => () => undefined,
      tell: () => undefined,
    }),

    run<T>(actor: Actor, work: () => Promise<T>): Promise<T | undefined> {
      const outbox = this.outbox();
      return acting.run({ actor, outbox }, () => work().catch(() => undefined));
    },

    /** Some of the requests on their way reach the server, in any order. */
    arriveLate(all = false): void {
      const arriving = late.filter(() => all || random() < 0.5).sort(() => random() - 0.5);
      late = late.filter((one) => !arriving.includes(one));
      for (const request of arriving) arrive(request);
    },

    unregister(): void {
      registration += 1;
      subscription = null;
    },

    /** The browser replaces its subscription, or ends it without a word. */
    replaceSubscription(next: 'another' | 'none'): void {
      if (subscription === null) return;
      endpoints += 1;
      subscription = next === 'none' ? null : { ...subscription, endpoint: `e${endpoints}` };
    },
  };
}
