import { turnOff } from '#src/outbox/page/alerts.ts';
import { pageOutbox } from '#src/outbox/page/outbox.ts';
import { pages } from '#src/paths.ts';
import { deleteCaches, deletedAddress, deletionMark, showDeleted } from '#src/worker/worker.ts';

const unregisterTimeoutMs = 10_000;

/**
 * Deletes all data on this device and takes every tab to `/saved?deleted`, where nothing is stored. Resolves to false if
 * the browser refuses to delete a part. A tab that is sending cannot restore its record.
 */
export async function deleteEverything(): Promise<boolean> {
  let isDone = true;
  // Code of this page that loads meanwhile must not store anything anew. With a value, the page does not say yet that it is done.
  history.replaceState(null, '', `${deletedAddress}=soon`);
  // Unregister the worker before deleting, so that it caches nothing more. Emptying the mark notifies the other tabs.
  for (const step of [
    () => turnOff(pageOutbox()),
    unregister,
    clearSettings,
    () => pageOutbox().store.clear(),
    deleteCaches,
  ])
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => {
        console.warn('Not everything could be deleted.', error);
        isDone = false;
      });
  if (isDone) await showDeleted();
  else history.replaceState(null, '', pages.saved.path);
  return isDone;
}

function clearSettings(): void {
  localStorage.setItem(deletionMark, '');
  localStorage.clear();
}

async function unregister(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const pending = registrations.map((registration) => registration.unregister());
  // The browser first finishes its update check and the worker's requests, which a slow network may delay.
  await Promise.race([
    Promise.all(pending),
    new Promise((resolve) => setTimeout(resolve, unregisterTimeoutMs)),
  ]);
}
