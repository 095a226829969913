import { messageSW, Workbox } from 'workbox-window';

import type { KeepRequest, Kept, PageMessage } from '#src/contract/worker-messages.ts';
import { otherPaths, pages } from '#src/paths.ts';
import { connection, onReconnect, reportAnswer, reportNoAnswer, updates } from '#src/state/connection.ts';

import { connectBase } from './connect-base.ts';

const anHour = 3_600_000;
/** In milliseconds. "Update" waits no longer for the new worker. */
const takeOverMs = 5_000;

let started = false;

/** Registers the worker and looks for new versions. Call it after `load`, so that the page at hand comes first. */
export async function startWorker(): Promise<void> {
  const workers = container();
  if (started || workers === undefined) return;
  if (isDeleted()) return deleteLeftovers(workers);
  started = true;
  const isFirst = workers.controller === null;
  // "Delete everything" in another tab: registering would bring the worker back, but not its files.
  if (!isFirst && !(await workers.getRegistration())) return;
  // Another tab pressed "Update": this page is older than its worker now.
  if (!isFirst) workers.addEventListener('controllerchange', announceUpdate);
  // An installed app reads everything offline, also where data is saved.
  addEventListener('appinstalled', () => void keep({ all: true }));
  lookAgainLater();
  // An installation that broke off leaves no registration.
  onReconnect(async () => {
    if (!(await workers.getRegistration())?.active) await install(true);
  });
  await install(isFirst);
  if (!isFirst) await lookForUpdate();
}

async function install(isFirst: boolean): Promise<void> {
  const workbox = new Workbox(otherPaths.worker);
  // Also with `isExternal`: found by another tab, or more than a minute after the start.
  workbox.addEventListener('waiting', announceUpdate);
  workbox.addEventListener('redundant', () => void reportNoAnswer());
  try {
    await workbox.register({ immediate: true });
  } catch (error) {
    console.warn('The worker could not be fetched.', error);
    await reportNoAnswer();
  }
  // Also while it is being installed: the visitor may leave before that is done.
  const kept = await keep({ urls: pageAtHand() });
  if (isFirst) updates.kept = kept;
}

/** Asks the newest worker, because the server has that version's files. */
export async function keep(request: KeepRequest): Promise<Kept> {
  const registration = await container()?.getRegistration();
  const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
  if (!worker || isDeleted()) return 'nothing';
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve('nothing'));
    void messageSW(worker, { type: 'keep', ...request } satisfies PageMessage).then(resolve);
  });
}

/** The visitor pressed "Update": the waiting worker takes over, and this page loads once more. */
export async function applyUpdate(): Promise<void> {
  if (updates.takingOver) return;
  updates.takingOver = true;
  const workers = container();
  const waiting = (await workers?.getRegistration())?.waiting;
  // Nothing waits where another tab was faster: then the new version is a reload away.
  if (workers && waiting) {
    const takenOver = new Promise((resolve) => {
      waiting.addEventListener('statechange', () => waiting.state === 'activated' && resolve(true));
      setTimeout(resolve, takeOverMs);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
    await takenOver;
  }
  location.reload();
}

/** Fetches the worker's file. A failure is also the first sign that a page out of the cache has no connection. */
export async function lookForUpdate(): Promise<void> {
  const registration = await container()?.getRegistration();
  if (!registration) return;
  if (!navigator.onLine || !connection.online) return reportNoAnswer();
  await registration.update().then(reportAnswer, reportNoAnswer);
  // Workbox's class stops listening after an update that it calls external.
  const announce = () => registration.active && registration.waiting && announceUpdate();
  registration.installing?.addEventListener('statechange', announce);
  announce();
}

function lookAgainLater(): void {
  const look = () => void (document.visibilityState === 'visible' && lookForUpdate());
  setInterval(look, anHour);
  document.addEventListener('visibilitychange', look);
  // A phone that wakes up may show a page out of the browser's cache of pages.
  addEventListener('pageshow', look);
}

function announceUpdate(): void {
  updates.available = true;
}

/** "Delete everything" ends on this page, which must not begin anew. */
function isDeleted(): boolean {
  return new URLSearchParams(location.search).has('deleted');
}

/** Offline no document can be loaded any more: the page changes by script. */
export function leave(): void {
  const address = `${pages.saved.path}?deleted`;
  if (connection.online) location.replace(address);
  else history.replaceState(null, '', address);
}

/** Follows another tab that deletes everything. Returns a function that ends it. */
export function followDeletion(): () => void {
  const hear = ({ key }: StorageEvent) => {
    // Only `localStorage.clear()` in another tab names no key.
    if (key !== null) return;
    sessionStorage.clear();
    leave();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** A worker that was unregistered may have served this document too, and kept its files. */
async function deleteLeftovers(workers: ServiceWorkerContainer): Promise<void> {
  if ((await workers.getRegistrations()).length === 0) await deleteCaches();
}

export async function deleteCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Access throws in Firefox where cookies are blocked. */
function container(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** What this page was made of before a worker saw it being fetched: its address, files, pictures, answers in its html. */
function pageAtHand(): string[] {
  const fetched = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name, initiatorType }) => initiatorType === 'img' || name.includes('/assets/'))
    .map(({ name }) => name);
  const answers = document.getElementById('server-data')?.textContent || '{}';
  const calls = Object.keys(JSON.parse(answers) as object).map(
    (call) => new URL(connectBase + call, location.href).href,
  );
  return [...new Set([location.href, ...fetched, ...calls])];
}
