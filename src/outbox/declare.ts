/** Declares to the server, as a whole, what this device wants to be notified of. Nothing is added or removed singly. */
import { type AlertDeclaration, type AlertSubscription, parseAlertAnswer } from '#src/contract/alerts.ts';
import { parseResponse } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import type { Outbox } from './deliver.ts';
import { alertTimeoutMs, inTime } from './limits.ts';
import {
  answered,
  type Device,
  isDeclared,
  isNothing,
  newSettings,
  numbered,
  type Settings,
  type Wanted,
  wantedBy,
} from './settings.ts';

export type Declarer = Outbox & { push: PushManager };

const isAllowed = () => Notification.permission === 'granted';

export async function readDevice({ store, push }: Declarer): Promise<Device> {
  let all: Device['all'] = [];
  const settings = await store.changeSettings((before, records) => {
    all = records;
    return before;
  });
  return { settings, all, endpoint: (await inTime(push.getSubscription(), alertTimeoutMs))?.endpoint };
}

/** Ends the browser's subscription, and tells the server, which otherwise learns it from the 410 for its next push. */
export async function end(declarer: Declarer): Promise<void> {
  const subscription = await inTime(declarer.push.getSubscription(), alertTimeoutMs);
  if (subscription === null) return;
  await inTime(subscription.unsubscribe(), alertTimeoutMs);
  remove(declarer, subscription.endpoint);
}

function remove(declarer: Outbox, endpoint: string): void {
  request(declarer, 'DELETE', { endpoint }).catch(console.warn);
}

/** Declares what is not declared, or was not for `maxAgeMs`. Resolves to false if it could not. */
export async function declareIfDue(declarer: Declarer, maxAgeMs?: number): Promise<boolean> {
  const isDue = !isAllowed() || !isDeclared(await readDevice(declarer), declarer.now(), maxAgeMs);
  return !isDue || declare(declarer);
}

/** Without permission nothing is wanted any more, also if permission is given again for something else. */
export async function wantNothing(declarer: Outbox): Promise<void> {
  const { store } = declarer;
  let endpoint: string | undefined;
  await store.changeSettings((before) => {
    endpoint = before?.endpoint;
    return before?.vacancies || endpoint ? { ...newSettings, number: before?.number ?? 0 } : before;
  });
  for (const { id, news } of await store.list())
    if (news) await store.change(id, (record) => record && { ...record, news: false });
  if (endpoint) remove(declarer, endpoint);
}

/** Of two declarations at once, the one with the higher number stands. An empty one works offline, and waits for no other. */
export async function declare(declarer: Declarer): Promise<boolean> {
  try {
    if (!isAllowed()) await wantNothing(declarer);
    const subscription = await inTime(declarer.push.getSubscription(), alertTimeoutMs);
    const { settings, wanted } = await begin(declarer, subscription !== null);
    if (settings === undefined || isNothing(wanted)) await end(declarer);
    else await ask(declarer, settings, wanted, subscription);
    return true;
  } catch (error) {
    console.warn('What this device wants to be notified of could not be declared.', error);
    const failed = error === offline ? 'offline' : error === unusable ? 'service' : 'push';
    await declarer.store.changeSettings((before) => before && { ...before, failed });
    return false;
  }
}

const offline = new Error('The server did not answer.');
const unusable = new Error('The server did not confirm it.');

/** Numbers the declaration in the transaction that reads what is wanted, so that a later one has a higher number. */
async function begin({ store }: Declarer, isSubscribed: boolean) {
  let wanted: Wanted = { vacancies: false, applications: [] };
  const settings = await store.changeSettings((before, all) => {
    wanted = wantedBy({ settings: before, all });
    return isNothing(wanted) ? before : numbered(before ?? newSettings, wanted, isSubscribed);
  });
  return { settings, wanted };
}

async function ask(
  declarer: Declarer,
  { number, endpoint: replaces }: Settings,
  wanted: Wanted,
  existing: PushSubscription | null,
): Promise<void> {
  const subscription = existing ?? (await subscribe(declarer));
  const { endpoint } = subscription;
  const body = { subscription: subscription.toJSON() as AlertSubscription, number, ...wanted };
  const isReplaced = replaces !== undefined && replaces !== endpoint;
  const answer = parseAlertAnswer(
    await request(declarer, 'PUT', { ...body, ...(isReplaced && { replaces }) } satisfies AlertDeclaration),
  );
  if (answer === undefined) throw unusable;
  const asked = { number, wanted, endpoint };
  // "Delete everything" may have ended it.
  await declarer.store.changeSettings((before) => before && answered(before, answer, asked, declarer.now()));
  // What stands was declared before this device's settings were deleted.
  if (answer.number !== number) throw unusable;
}

async function subscribe(declarer: Declarer): Promise<PushSubscription> {
  const { publicKey } = Object((await request(declarer, 'GET')).payload);
  if (typeof publicKey !== 'string') throw unusable;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return inTime(declarer.push.subscribe(options), alertTimeoutMs);
}

/** `keepalive` lets the request finish when the page is left. */
async function request(
  { base, fetch }: Outbox,
  method: 'GET' | 'PUT' | 'DELETE',
  body?: object,
): Promise<Record<string, unknown>> {
  const content = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(alertTimeoutMs);
  const response = await fetch(base + connectCalls.alerts, { method, keepalive: true, signal, ...content })
    .then(parseResponse)
    .catch(() => {
      throw offline;
    });
  if (!response.ok) throw unusable;
  return response.body;
}
