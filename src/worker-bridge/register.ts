import { Workbox } from 'workbox-window';

import { type PageMessage, saveDataMark } from '#src/contract/worker-messages.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { otherPaths } from '#src/paths.ts';
import { connection, reportAnswer, reportNoAnswer } from '#src/state/connection.ts';
import { draftsSaved } from '#src/state/drafts.ts';
import { announceUpdate, setReadyOffline } from '#src/state/updates.ts';

import { pageAtHand } from './page-at-hand.ts';

const anHour = 3_600_000;

let workbox: Workbox | undefined;
let reloading = false;

/** Starts the worker. Call it after `load`: fetching the site for later must not slow down the page at hand. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Decided now: once the new worker has claimed the page it would look as if it had always been there.
  const cameFromNetwork = navigator.serviceWorker.controller === null;
  workbox = new Workbox(otherPaths.worker, { updateViaCache: 'none' });
  workbox.addEventListener('waiting', announceUpdate);
  workbox.addEventListener('activated', (event) => {
    if (event.isUpdate) return;
    setReadyOffline(true);
    tellWorker({ type: 'keep-page', urls: pageAtHand() });
  });
  workbox.addEventListener('controlling', () => {
    // Only in the tab where the visitor said so: the others may hold something half typed.
    if (reloading) location.reload();
  });
  await markSavingOfData();
  const registration = await workbox.register({ immediate: true });
  if (!cameFromNetwork) await lookForUpdate();
  if (registration !== undefined) lookAgainLater();
  if (isInstalled()) tellWorker({ type: 'precache-all' });
  addEventListener('appinstalled', () => tellWorker({ type: 'precache-all' }));
}

/** The visitor pressed "Update": the waiting worker takes over, and this page loads once more. */
export async function applyUpdate(): Promise<void> {
  if (reloading) return;
  reloading = true;
  await draftsSaved();
  workbox?.messageSkipWaiting();
}

/** The worker installs the whole site, or for who saves data the page at hand only. */
async function markSavingOfData(): Promise<void> {
  try {
    const marks = await caches.open(saveDataMark.cacheName);
    if (savesData() && !isInstalled()) await marks.put(saveDataMark.url, new Response('yes'));
    else await marks.delete(saveDataMark.url);
  } catch (error) {
    console.warn('The wish to save data cannot be noted here.', error);
  }
}

/** Fetches the worker's file. Its failure is also the first sign that a page out of the cache has no connection. */
async function lookForUpdate(): Promise<void> {
  if (!navigator.onLine || !connection.online) {
    await reportNoAnswer();
    return;
  }
  try {
    await workbox?.update();
    reportAnswer();
  } catch {
    await reportNoAnswer();
  }
}

function lookAgainLater(): void {
  setInterval(() => void lookForUpdate(), anHour);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForUpdate();
  });
}

function tellWorker(message: PageMessage): void {
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message));
}

/** Whether this is the app on the home screen; iOS says it in its own way. */
export function isInstalled(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}
