import type { Kept } from '#src/contract/worker-messages.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { otherPaths } from '#src/paths.ts';
import { connection, onReconnect, reportAnswer, reportNoAnswer } from '#src/state/connection.ts';
import { sayKept } from '#src/state/updates.ts';

import { hasForgotten, listenForForgetting } from './forgetting.ts';
import { watchVersions } from './new-version.ts';
import { pageAtHand } from './page-at-hand.ts';
import { askToKeep, offerWholeSite, showSaving } from './saving.ts';
import { tellCheck, tellTraffic } from './traffic.ts';
import { listenForWishes, noteWishes } from './wishes.ts';

const anHour = 3_600_000;

/** Starts the worker. Call it after `load`: fetching the site for later must not slow down the page at hand. */
export async function registerWorker(): Promise<void> {
  listenForForgetting();
  listenForWishes();
  if (!('serviceWorker' in navigator)) return;
  // Decided now: once the new worker has claimed the page it would look as if it had always been there.
  const cameFromNetwork = navigator.serviceWorker.controller === null;
  // This tab is not the installed app, which comes in a window of its own.
  addEventListener('appinstalled', () => void keepWholeSite());
  await noteWishes(keepsLittle());
  // Once more also where the server answers: the line may have been away for a moment.
  for (let isLast = false; !(await begin(cameFromNetwork)); )
    if (!(await isLineBack())) {
      if (isLast) return;
      isLast = true;
    }
}

/** False where no worker came into charge, perhaps because the line broke off: the next try goes on where this one ended. */
async function begin(cameFromNetwork: boolean): Promise<boolean> {
  const registration = await navigator.serviceWorker.register(otherPaths.worker).catch((error: unknown) => {
    // The browser's words for a file that it could not fetch, and for a gateway's page in its place; any other is a refusal.
    if (!(error instanceof TypeError || (error as Error).name === 'SecurityError')) throw error;
    console.warn('The worker could not be fetched.', error);
    return undefined;
  });
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  if (!registration || !worker) return false;
  const isFirst = registration.active === null;
  watchVersions(registration);
  tellTraffic(worker);
  // The visitor may have left by the time it is in charge.
  if (isFirst) void askToKeep(worker, pageAtHand());
  const comes = comesIntoCharge(worker);
  if (!(await (isFirst ? showSaving(comes) : comes))) return false;
  if (!cameFromNetwork) {
    // The browser's own look, after each page that the worker gives.
    tellCheck();
    await lookForUpdate(registration);
  }
  lookAgainLater(registration);
  const kept = await keepFromNowOn();
  if (isFirst) sayKept(kept);
  if (keepsLittle()) await offerWholeSite();
  return true;
}

/** Waits for the line that broke off an installation. False: it was not the line, and a full device, say, would pay again for each try. */
async function isLineBack(): Promise<boolean> {
  await reportNoAnswer();
  if (connection.online) return false;
  return new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve(true);
    });
  });
}

/**
 * Who comes by a link has fetched no document: the page can be opened offline from now on all the same, though only part
 * of the site is kept. By the newest version, whose page the server has; until its turn the one in charge shows that.
 */
export async function keepVisited(pathname: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.ready;
    const newest = registration?.waiting ?? registration?.installing ?? registration?.active;
    if (newest) await askToKeep(newest, [new URL(pathname, location.href).href]);
  } catch (error) {
    console.warn('This page is not kept.', error);
  }
}

/** The visitor asks for all of it, or has installed the app. */
export async function keepWholeSite(): Promise<void> {
  sayKept(await showSaving(keepFromNowOn(true)));
  await offerWholeSite();
}

/** Keeps what this page was made of, and unless data is to be saved the whole site: the browser may have thrown out some of it. */
async function keepFromNowOn(isAsked = false): Promise<Kept> {
  const { active, waiting, installing } = await navigator.serviceWorker.ready;
  if (active === null || !(await comesIntoCharge(active))) return 'nothing';
  const newer = waiting ?? installing;
  const urls = pageAtHand();
  const site = isAsked || !keepsLittle();
  if (newer === null) return askToKeep(active, urls, { site });
  // To fill the old one would be paid for twice: the newer one has its own site, unless that was deleted while it waits.
  const kept = await askToKeep(active, urls);
  await askToKeep(newer, urls, { site });
  return kept;
}

/** False: it was not installed, or another one took its place. */
function comesIntoCharge(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

function keepsLittle(): boolean {
  return savesData() && !isInstalled();
}

/** Fetches the worker's file. Its failure is also the first sign that a page out of the cache has no connection. */
async function lookForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (hasForgotten()) return;
  if (!navigator.onLine || !connection.online) {
    await reportNoAnswer();
    return;
  }
  try {
    await registration.update();
    tellCheck();
    reportAnswer();
  } catch {
    await reportNoAnswer();
  }
}

function lookAgainLater(registration: ServiceWorkerRegistration): void {
  setInterval(() => void lookForUpdate(registration), anHour);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForUpdate(registration);
  });
}

/** Whether this is the app on the home screen; iOS says it in its own way. */
export function isInstalled(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true;
  return onIos || matchMedia('(display-mode: standalone)').matches;
}
