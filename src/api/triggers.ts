import { deliver, showBadge } from '#src/outbox/deliver.ts';
import { waitOf } from '#src/outbox/submission.ts';
import { onReconnect } from '#src/state/connection.ts';
import { showSubmissions } from '#src/state/submissions.ts';

import { pageOutbox } from './outbox.ts';

/** After the device refused to read or to store a claim; perhaps it was for a moment only. */
const pauseRefusedMs = 60_000;
const shortestPauseMs = 1_000;

let isStarted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps `submissions` true to the store, and sends what is due: now, on signs of a connection, on becoming visible, in time. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  pageOutbox().onChange(() => void refresh());
  for (const sign of ['online', 'pageshow']) addEventListener(sign, () => void run());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void run();
  });
  onReconnect(() => void run());
  void run();
}

async function run(): Promise<void> {
  try {
    await deliver(pageOutbox());
  } catch (error) {
    console.warn('The outbox is tried again in a minute.', error);
    plan(pauseRefusedMs);
    return;
  }
  await refresh();
}

/** A changed record is no reason to send: only its time is. */
async function refresh(): Promise<void> {
  const { store, now } = pageOutbox();
  try {
    const all = await store.list();
    showSubmissions(all);
    void showBadge(all);
    plan(Math.min(...all.map((record) => waitOf(record, now()))));
  } catch (error) {
    console.warn('The outbox cannot be read.', error);
    plan(pauseRefusedMs);
  }
}

function plan(waitMs: number): void {
  clearTimeout(timer);
  if (Number.isFinite(waitMs)) timer = setTimeout(() => void run(), Math.max(waitMs, shortestPauseMs));
}
