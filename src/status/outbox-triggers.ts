import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { onOutboxChange } from '#src/outbox/announce.ts';
import { flushInTurn } from '#src/outbox/flush.ts';
import { isDue, timeUntilDue } from '#src/outbox/retry.ts';
import { onReconnect } from '#src/state/connection.ts';
import { pending, setPending } from '#src/state/pending.ts';

/** After the outbox could not be read; perhaps it was for a moment only. */
const pauseUnread = 60_000;

/** No sooner than this after the last try, however many entries are due. */
const shortestPause = 1_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps `pending` true to the outbox, and sends: at the start, when a connection appears, on becoming visible, in time. */
export function startOutbox(): void {
  onOutboxChange(() => void refresh());
  addEventListener('online', () => void send(true));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void send(true);
  });
  onReconnect(() => void send(true));
  void send(true);
}

async function send(eager: boolean): Promise<void> {
  const env = outboxEnvironment();
  try {
    const entries = await env.store.list();
    if (entries.some((entry) => isDue(entry, env.now(), eager))) await flushInTurn(env, eager);
  } catch (error) {
    console.warn('The outbox could not be sent now.', error);
  }
  await refresh();
}

async function refresh(): Promise<void> {
  const { store, now } = outboxEnvironment();
  try {
    setPending(await store.list(), await store.receipts());
  } catch (error) {
    // Without storage nothing waits here; forms say so when something is sent.
    console.warn('The outbox cannot be read here.', error);
    sendIn(pauseUnread);
    return;
  }
  showBadge(pending.entries.length);
  const times = pending.entries.map((entry) => timeUntilDue(entry, now())).filter(Number.isFinite);
  clearTimeout(timer);
  if (times.length === 0) return;
  sendIn(Math.max(Math.min(...times), shortestPause));
  void askForSync();
}

function sendIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void send(false), milliseconds);
}

/** On the home screen the app's icon shows how many wait. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch((error: unknown) => console.warn('No badge can be shown here.', error));
}

/** Where Background Sync exists, the worker sends even after this page is closed. On a first visit it may come later. */
async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.ready;
    if (registration !== undefined && 'sync' in registration)
      await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxSyncTag);
  } catch (error) {
    console.warn('The browser does not send in the background; the page does.', error);
  }
}
