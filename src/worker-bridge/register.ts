import { messageSW, Workbox } from 'workbox-window';

import { type Kept, type PageMessage, saveDataMark } from '#src/contract/worker-messages.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { otherPaths } from '#src/paths.ts';
import { connection, reportAnswer, reportNoAnswer } from '#src/state/connection.ts';
import { sayKept } from '#src/state/updates.ts';

import { watchVersions } from './new-version.ts';
import { pageAtHand } from './page-at-hand.ts';

const anHour = 3_600_000;

/** Starts the worker. Call it after `load`: fetching the site for later must not slow down the page at hand. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Decided now: once the new worker has claimed the page it would look as if it had always been there.
  const cameFromNetwork = navigator.serviceWorker.controller === null;
  const workbox = new Workbox(otherPaths.worker, { updateViaCache: 'none' });
  // This tab is not the installed app, which comes in a window of its own.
  addEventListener('appinstalled', () => void keepFromNowOn(true).then(sayKept));
  await markSavingOfData();
  const registration = await workbox.register({ immediate: true });
  if (registration === undefined) return;
  watchVersions(workbox, registration);
  const first = registration.active === null ? (registration.installing ?? registration.waiting) : null;
  // The visitor may have left by the time it is in charge.
  if (first !== null) void askToKeep(first, pageAtHand(), false);
  if (!cameFromNetwork) await lookForUpdate(workbox);
  lookAgainLater(workbox);
  const kept = await keepFromNowOn();
  if (first !== null) sayKept(kept);
}

/** Who saves data and comes by a link has fetched no document: this page can be read offline from now on all the same. */
export function keepVisited(pathname: string): void {
  const worker = savesData() ? navigator.serviceWorker?.controller : null;
  if (worker) void askToKeep(worker, [new URL(pathname, location.href).href], false);
}

/** Keeps what this page was made of, and unless data is to be saved the whole site: the browser may have thrown out some of it. */
async function keepFromNowOn(site = !keepsLittle()): Promise<Kept> {
  const { active } = await navigator.serviceWorker.ready;
  if (active === null) return 'nothing';
  await untilInCharge(active);
  return askToKeep(active, pageAtHand(), site);
}

function untilInCharge(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

function askToKeep(worker: ServiceWorker, urls: string[], site: boolean): Promise<Kept> {
  return messageSW(worker, { type: 'keep', urls, site } satisfies PageMessage) as Promise<Kept>;
}

function keepsLittle(): boolean {
  return savesData() && !isInstalled();
}

/** The worker installs the whole site, or for who saves data the page at hand only. */
async function markSavingOfData(): Promise<void> {
  try {
    const marks = await caches.open(saveDataMark.cacheName);
    if (keepsLittle()) await marks.put(saveDataMark.url, new Response('yes'));
    else await marks.delete(saveDataMark.url);
  } catch (error) {
    console.warn('The wish to save data cannot be noted here.', error);
  }
}

/** Fetches the worker's file. Its failure is also the first sign that a page out of the cache has no connection. */
async function lookForUpdate(workbox: Workbox): Promise<void> {
  if (!navigator.onLine || !connection.online) {
    await reportNoAnswer();
    return;
  }
  try {
    await workbox.update();
    reportAnswer();
  } catch {
    await reportNoAnswer();
  }
}

function lookAgainLater(workbox: Workbox): void {
  setInterval(() => void lookForUpdate(workbox), anHour);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForUpdate(workbox);
  });
}

/** Whether this is the app on the home screen; iOS says it in its own way. */
export function isInstalled(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}
