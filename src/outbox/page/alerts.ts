/** What the switch of notifications says and does, and what tells the server of a change on this page. */
import { AlertsError, subscribe, subscriptionOf, tell, unsubscribe } from '#src/outbox/alerts.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import { dayMs } from '#src/outbox/limits.ts';
import { switchWords } from '#src/words/alerts.ts';

/** `install`: needs the installed app (iOS). `never`: not supported. `denied`: the visitor's settings forbid it. */
export type AlertsState = 'on' | 'off' | 'denied' | 'install' | 'never';

/** Stays pending without a service worker. */
async function findState(): Promise<AlertsState> {
  const canPush = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!canPush) return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'never';
  if (Notification.permission === 'denied') return 'denied';
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscriptionOf(pushManager);
  return subscription && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Calls back with the state, now and when it may have changed. Returns a function that ends it. */
export function watchState({ onChange }: Outbox, listener: (state: AlertsState) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const read = () => void findState().then((state) => signal.aborted || listener(state), console.warn);
  const ignore = onChange(read);
  for (const event of ['visibilitychange', 'pageshow']) addEventListener(event, read, { signal });
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((permission) => permission.addEventListener('change', read, { signal }))
    .catch(console.warn);
  read();
  return () => {
    ignore();
    ending.abort();
  };
}

/** Call it in a click handler, or the browser will not ask. Returns what the visitor has to know; empty on success. */
export async function turnOn(outbox: Outbox): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted') return switchWords.notAllowed;
  const problem = await explain(() => tellServer(outbox, subscribe));
  if (problem) await explain(() => turnOff(outbox));
  return problem;
}

export async function turnOff(outbox: Outbox): Promise<void> {
  const push = await findPush();
  if (push) await unsubscribe(outbox, push);
}

export async function explain(act: () => Promise<void>): Promise<string> {
  try {
    await act();
    return '';
  } catch (error) {
    console.warn('Notifications could not be changed.', error);
    const words: Record<string, string | undefined> = switchWords;
    return error instanceof AlertsError ? (words[error.message] ?? error.message) : switchWords.failed;
  }
}

/** When the server last answered. Only spares requests. */
const answeredAt = 'alertsAt';

export async function tellServer(outbox: Outbox, how = tell): Promise<void> {
  localStorage.removeItem(answeredAt);
  const push = await findPush();
  if (push && (await how(outbox, push))) localStorage.setItem(answeredAt, String(Date.now()));
}

/** Repairs what was lost. */
export async function tellServerDaily(outbox: Outbox): Promise<void> {
  const isFresh = Math.abs(Date.now() - Number(localStorage.getItem(answeredAt))) < dayMs;
  if (!isFresh) await tellServer(outbox);
}

async function findPush(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}
