import { pages } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';
import { clearSubmissions } from '#src/state/submissions.ts';

const deletedAddress = `${pages.saved.path}?deleted`;

/** Where every tab ends: no worker is registered and nothing is kept here. */
export function isDeletedPage(): boolean {
  return location.pathname + location.search === deletedAddress;
}

/**
 * Removes all that the site keeps on this device and leads every tab to `/saved?deleted`. Rejects where the browser refuses a
 * part of it. A tab that is sending may still hear an answer: it changes only a record that exists.
 */
export async function deleteEverything(): Promise<void> {
  const ends = await Promise.allSettled(
    [clearSettings, clearSubmissions, unregister].map(async (step) => step()),
  );
  await deleteCaches();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  leave();
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

/** Offline no document can be loaded any more: the page changes by script. */
function leave(): void {
  if (connection.online) location.replace(deletedAddress);
  else history.replaceState(null, '', deletedAddress);
}

function clearSettings(): void {
  // Clearing an empty storage tells the other tabs nothing.
  localStorage.setItem('deleted', '');
  localStorage.clear();
  sessionStorage.clear();
}

async function unregister(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

async function deleteCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}
