/** Declares to the server, as a whole, what this device wants to be notified of. Nothing is added or removed singly. */
import { type AlertDeclaration, type AlertRequest, parseAlertAnswer } from '#src/contract/alerts.ts';
import { parseResponse } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import type { Outbox } from './deliver.ts';
import {
  type Device,
  type Failure,
  isDeclared,
  isNothing,
  newSettings,
  numbered,
  type Settings,
  topicsOf,
  type Wanted,
  wantedBy,
} from './settings.ts';

/** Dependencies on the page or the worker. The property test passes a model. */
export type Declarer = Pick<Outbox, 'store' | 'base' | 'fetch' | 'now'> & {
  push: {
    getSubscription: () => Promise<Subscription | null>;
    subscribe: (options: PushSubscriptionOptionsInit) => Promise<Subscription>;
  };
  isAllowed: () => boolean;
  /** Runs one declaration at a time, in all tabs and the worker. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
};

type Subscription = Pick<PushSubscription, 'endpoint' | 'toJSON' | 'unsubscribe'> &
  Partial<Pick<PushSubscription, 'options'>>;

const timeoutMs = 15_000;
/** A new key, a higher number at the server, and one more. */
const maxRounds = 4;

export function declarerOf(outbox: Outbox, push: PushManager): Declarer {
  const { store, base, fetch, now } = outbox;
  return {
    ...{ store, base, fetch, now, push },
    isAllowed: () => Notification.permission === 'granted',
    lock: (work) => navigator.locks?.request('alerts', work) ?? work(),
  };
}

export async function readDevice({ store, push }: Pick<Declarer, 'store' | 'push'>): Promise<Device> {
  let all: Device['all'] = [];
  const settings = await store.changeSettings((before, records) => {
    all = records;
    return before;
  });
  const endpoint = (await push.getSubscription())?.endpoint;
  return { settings: settings ?? (endpoint === undefined ? undefined : newSettings(true)), all, endpoint };
}

/** Ends the browser's subscription, and tells the server, which otherwise learns it from the 410 for its next push. */
export async function end(declarer: Declarer): Promise<void> {
  const subscription = await declarer.push.getSubscription();
  if (subscription === null) return;
  await subscription.unsubscribe();
  request(declarer, 'DELETE', { endpoint: subscription.endpoint }).catch(console.warn);
}

/** Declares what is not declared, or was not for `maxAgeMs`. Resolves to false if there was no answer. */
export async function declareIfDue(declarer: Declarer, maxAgeMs?: number): Promise<boolean> {
  const device = await readDevice(declarer);
  if (isDeclared(device, declarer.now(), maxAgeMs)) return true;
  if (device.settings === undefined || !isNothing(wantedBy(device))) return declare(declarer);
  // Works offline, and does not wait for another declaration.
  await end(declarer);
  return true;
}

/** `ended`: the subscription that the browser has just ended or replaced; not every browser tells its address. */
export function declare(declarer: Declarer, ended?: { endpoint?: string }): Promise<boolean> {
  return declarer.lock(async () => {
    for (let round = 0, key: string | undefined; round < maxRounds; round += 1) {
      const subscription = await declarer.push.getSubscription();
      const { settings, wanted } = await begin(declarer, ended, subscription !== null);
      if (settings === undefined || isNothing(wanted)) {
        await end(declarer);
        return true;
      }
      if (!declarer.isAllowed()) return true;
      const result = await ask(declarer, settings, wanted, subscription, key);
      if (result === 'done') return true;
      key = result.key;
      if (result.failed !== undefined) {
        const { failed } = result;
        await declarer.store.changeSettings((before) => before && { ...before, failed });
        return false;
      }
    }
    return false;
  });
}

/** Numbers the declaration in the transaction that reads what is wanted, so that a later one has a higher number. */
async function begin({ store }: Declarer, ended: { endpoint?: string } | undefined, isSubscribed: boolean) {
  let wanted: Wanted = { vacancies: false, applications: [] };
  const settings = await store.changeSettings((before, all) => {
    const known = before ?? {
      ...newSettings(isSubscribed || ended !== undefined),
      endpoint: ended?.endpoint,
    };
    wanted = wantedBy({ settings: known, all });
    return isNothing(wanted) ? before : numbered(known, wanted, isSubscribed);
  });
  return { settings, wanted };
}

type Result = 'done' | { failed?: Failure; key?: string | undefined };

async function ask(
  declarer: Declarer,
  { number, endpoint: replaces }: Settings,
  wanted: Wanted,
  existing: Subscription | null,
  key: string | undefined,
): Promise<Result> {
  try {
    const subscription =
      existing ??
      (await declarer.push.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key ?? (await fetchKey(declarer)),
      }));
    const { endpoint } = subscription;
    const body = { subscription: subscription.toJSON() as AlertRequest['subscription'], number, ...wanted };
    const isReplaced = replaces !== undefined && replaces !== endpoint;
    const answer = parseAlertAnswer(
      await request(declarer, 'PUT', { ...body, ...(isReplaced && { replaces }) } satisfies AlertDeclaration),
    );
    if (answer === undefined) return { failed: 'service' };
    const { publicKey, ...declared } = answer;
    // Otherwise the company has moved to a new store, whose pushes this subscription would refuse.
    const isKey = isKeyOf(subscription, publicKey);
    const isDone = isKey && answer.number === number;
    const refused = topicsOf(wanted).applications.filter((tag) => !answer.applications.includes(tag));
    await declarer.store.changeSettings((before) => {
      // "Delete everything" has ended it.
      if (before === undefined) return undefined;
      const known = { ...before, endpoint, number: Math.max(before.number, answer.number) };
      const at = declarer.now();
      return isDone
        ? { ...known, declared: { ...declared, at, refused }, unanswered: undefined, failed: undefined }
        : known;
    });
    if (isDone) return 'done';
    if (!isKey) await subscription.unsubscribe();
    return { key: publicKey };
  } catch (error) {
    console.warn('What this device wants to be notified of could not be declared.', error);
    return { failed: error instanceof Failed ? error.reason : 'push' };
  }
}

/** The answer may be a copy from another store; that to the declaration is not. */
async function fetchKey(declarer: Declarer): Promise<string> {
  const { publicKey } = Object((await request(declarer, 'GET')).payload);
  if (typeof publicKey !== 'string') throw new Failed('service');
  return publicKey;
}

/** Some browsers do not tell a subscription's key. */
function isKeyOf({ options }: Subscription, publicKey: string): boolean {
  const own = options?.applicationServerKey;
  if (!own) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === publicKey.replace(/=+$/, '');
}

class Failed extends Error {
  readonly reason: Failure;

  constructor(reason: Failure) {
    super(reason);
    this.reason = reason;
  }
}

/** `keepalive` lets the request finish when the page is left. */
async function request(
  { base, fetch }: Declarer,
  method: 'GET' | 'PUT' | 'DELETE',
  body?: object,
): Promise<Record<string, unknown>> {
  const content = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(base + connectCalls.alerts, { method, keepalive: true, signal, ...content })
    .then(parseResponse)
    .catch(() => {
      throw new Failed('offline');
    });
  if (!response.ok) throw new Failed('service');
  return response.body;
}
