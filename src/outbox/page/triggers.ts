import { type Attach, deliver } from '#src/outbox/deliver.ts';
import { untilChange } from '#src/outbox/due.ts';
import { showSubmissions } from '#src/outbox/page/submissions.ts';
import { onReconnect } from '#src/state/connection.ts';

import { pageOutbox } from './outbox.ts';

/** Delay before retrying after the store could not be read or written. */
const storageRetryMs = 60_000;

let isStarted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Mirrors the store in `submissions`. Sends due records now, when online or visible again, and by timer. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  pageOutbox().onChange(() => void refresh());
  for (const event of ['online', 'pageshow']) addEventListener(event, () => void run());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void run();
  });
  onReconnect(() => void run());
  void run();
}

const attach: Attach = async (...part) => (await import('#src/outbox/attach.ts')).attachPart(...part);

const run = () => mirror(() => deliver(pageOutbox(), attach));

/** Only schedules the next run, because a changed record may not be due yet. */
export const refresh = () => mirror();

async function mirror(send?: () => Promise<unknown>): Promise<void> {
  try {
    await send?.();
    const { store, now } = pageOutbox();
    const all = await store.list();
    showSubmissions(all);
    schedule(Math.min(...all.map((record) => untilChange(record, now()))));
  } catch (error) {
    console.warn('The outbox failed; trying again in a minute.', error);
    showSubmissions();
    schedule(storageRetryMs);
  }
}

function schedule(waitMs: number): void {
  clearTimeout(timer);
  if (Number.isFinite(waitMs)) timer = setTimeout(() => void run(), waitMs);
}
