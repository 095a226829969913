import { messageSW, Workbox } from 'workbox-window';

import { callUrl } from '#src/api/connect-base.ts';
import type { PageMessage, SavedScope, SaveRequest } from '#src/contract/worker-messages.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { connection, onReconnect, reportNoResponse, reportResponse } from '#src/state/connection.ts';
import { updates } from '#src/state/updates.ts';

const updateIntervalMs = 3_600_000;
/** "Update" reloads after this time even if the new worker is not active. */
const takeoverTimeoutMs = 5_000;

let started: Promise<void> | undefined;

/** Registers the worker and checks for updates. Call it after `load`, so that it does not delay the page. */
export async function startWorker(): Promise<void> {
  const workers = container();
  if (workers === undefined) return;
  if (isDeleted()) return deleteLeftovers(workers);
  started ??= start(workers);
  return started;
}

async function start(workers: ServiceWorkerContainer): Promise<void> {
  const isFirst = workers.controller === null;
  // "Delete everything" ran in another tab: do not register the worker again.
  if (!isFirst && !(await workers.getRegistration())) return;
  scheduleUpdateChecks();
  // A failed installation leaves no registration.
  onReconnect(async () => {
    if (!(await workers.getRegistration())?.active) await install(true);
  });
  await install(isFirst);
  if (!isFirst) await checkForUpdate();
}

async function install(isFirst: boolean): Promise<void> {
  if (isDeleted()) return;
  const workbox = new Workbox(otherPaths.worker);
  // Includes updates with `isExternal`, found by another tab or more than a minute after the start.
  workbox.addEventListener('waiting', announceUpdate);
  workbox.addEventListener('redundant', () => void reportNoResponse());
  try {
    await workbox.register({ immediate: true });
  } catch (error) {
    console.warn('The worker could not be registered.', error);
    await reportNoResponse();
  }
  // Do not wait for the installation: the visitor may leave before it ends.
  const saved = await requestSave({ urls: currentUrls() });
  if (isFirst) updates.isSaved = saved === 'site';
}

/** Asks the newest worker, because the server only has that version's files. Its reply shows if this page is older. */
export async function requestSave({ urls }: SaveRequest): Promise<SavedScope> {
  const registration = await container()?.getRegistration();
  const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
  if (!worker || isDeleted()) return 'nothing';
  const entry = document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href;
  const saved = await new Promise<SavedScope>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve('nothing'));
    void messageSW(worker, { type: 'save', urls, entry } satisfies PageMessage).then(resolve);
  });
  if (saved === 'newer') announceUpdate();
  return saved;
}

/**
 * "Update": activates the waiting worker and reloads. A request at this moment can restart the old worker in Chromium:
 * then the reload still shows the old version, with "Update" again.
 */
export async function applyUpdate(): Promise<void> {
  if (updates.takingOver) return;
  updates.takingOver = true;
  const waiting = (await container()?.getRegistration())?.waiting;
  // No worker is waiting if another tab has already updated: then a reload is enough.
  if (waiting) {
    const activated = new Promise((resolve) => {
      waiting.addEventListener('statechange', () => waiting.state === 'activated' && resolve(true));
      setTimeout(resolve, takeoverTimeoutMs);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
    await activated;
  }
  location.reload();
  // The visitor may choose to stay because of unsaved text.
  updates.takingOver = false;
}

/** Checks for a new version. A failure also shows that a cached page is offline. */
export async function checkForUpdate(): Promise<void> {
  const registration = await container()?.getRegistration();
  if (!registration) return;
  if (!navigator.onLine || !connection.online) return reportNoResponse();
  await registration.update().then(reportResponse, reportNoResponse);
  // workbox-window stops listening after an external update.
  void requestSave({});
}

function scheduleUpdateChecks(): void {
  const check = () => void (document.visibilityState === 'visible' && checkForUpdate());
  setInterval(check, updateIntervalMs);
  document.addEventListener('visibilitychange', check);
  // Pages restored from the back/forward cache fire no other event.
  addEventListener('pageshow', check);
}

function announceUpdate(): void {
  updates.available = true;
}

/** "Delete everything" runs and ends at this URL, where nothing is stored and no worker registered. */
export const deletedAddress = `${pages.saved.path}?deleted`;

function isDeleted(): boolean {
  return new URLSearchParams(location.search).has('deleted');
}

/** Changes only the URL while the server does not respond, because no document can be loaded. */
export async function showDeleted(): Promise<void> {
  // A page that was just opened from the cache does not know yet whether it is offline.
  await reportNoResponse();
  if (connection.online) location.replace(deletedAddress);
  else history.replaceState(null, '', deletedAddress);
}

/**
 * In localStorage: emptied by "Delete everything" as a message to the other tabs, then set anew by the next page. A page
 * in the back/forward cache gets no message, but finds another value.
 */
export const deletionMark = 'deleted';

/** Follows "Delete everything" in another tab. Returns a function that unsubscribes. */
export function followDeletion(): () => void {
  const known = readMark();
  const end = new AbortController();
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === deletionMark && newValue === '') void showDeleted();
    },
    end,
  );
  const onShow = (event: PageTransitionEvent) => {
    if (!event.persisted || readMark() === known) return;
    // Before other listeners show or send what was deleted.
    event.stopImmediatePropagation();
    location.reload();
  };
  addEventListener('pageshow', onShow, { capture: true, signal: end.signal });
  return () => end.abort();
}

function readMark(): string | null {
  try {
    if (!isDeleted()) localStorage[deletionMark] ||= String(Math.random());
    return localStorage.getItem(deletionMark);
  } catch {
    return null;
  }
}

/** An unregistered worker may have served this document too and cached its files. */
async function deleteLeftovers(workers: ServiceWorkerContainer): Promise<void> {
  if ((await workers.getRegistrations()).length === 0) await deleteCaches();
}

export async function deleteCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Firefox throws on access if cookies are blocked. */
function container(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** URLs fetched before the worker started: images, and the data in the HTML. */
function currentUrls(): string[] {
  const fetched = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ initiatorType }) => initiatorType === 'img')
    .map(({ name }) => name);
  const data = document.getElementById('server-data')?.textContent || '{}';
  const calls = Object.keys(JSON.parse(data) as object).map(callUrl);
  return [...new Set([...fetched, ...calls])];
}
