import { messageSW } from 'workbox-window';

import type { PageMessage } from '#src/contract/worker-messages.ts';
import { draftsSaved } from '#src/outbox/drafts.ts';
import { announceUpdate, holdBack, setTakingOver, updates, withdrawUpdate } from '#src/state/updates.ts';

let takeOver = () => {};
let reloading = false;

/** Announces each version that comes to wait, also the one after a version that failed to install. */
export function watchVersions(registration: ServiceWorkerRegistration): void {
  const look = () => void announceWaiting(registration);
  const follow = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  follow();
  look();
  // Another tab may have been told to update before this one knew.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    void announceOther(navigator.serviceWorker.controller);
  });
  takeOver = () => {
    const { waiting } = registration;
    if (waiting === null) {
      reload();
      return;
    }
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') reload();
      // A third version pushed it aside.
      else if (waiting.state === 'redundant') takeOver();
    });
    void messageSW(waiting, { type: 'SKIP_WAITING' } satisfies PageMessage);
  };
}

/** The visitor pressed "Update": what waits takes over, and this page loads once more; the others may hold something half typed. */
export async function applyUpdate(): Promise<void> {
  if (updates.takingOver) return;
  setTakingOver();
  if (!(await draftsSaved())) {
    holdBack();
    return;
  }
  // Nothing waits any more where another tab was faster: then the new version is a reload away.
  takeOver();
}

function reload(): void {
  if (reloading) return;
  reloading = true;
  location.reload();
}

async function announceWaiting(registration: ServiceWorkerRegistration): Promise<void> {
  const { waiting, active } = registration;
  // The first worker of a device passes through waiting too.
  if (waiting === null || active === null) return;
  const [before, after] = await Promise.all([active, waiting].map(versionOfThisPage));
  if (registration.waiting !== waiting) return;
  // After a rollback the version in charge comes again; and a page that was loaded past the worker may be of the new one.
  if (after !== undefined && (before === after || before === undefined)) withdrawUpdate();
  else announceUpdate();
}

async function announceOther(controller: ServiceWorker | null): Promise<void> {
  if (controller !== null && (await versionOfThisPage(controller)) === undefined) announceUpdate();
}

/** The version of a worker that this page's script belongs to. */
async function versionOfThisPage(worker: ServiceWorker): Promise<unknown> {
  const script = document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? '';
  return messageSW(worker, { type: 'knows', script } satisfies PageMessage);
}
