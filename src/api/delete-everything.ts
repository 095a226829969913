import { pageOutbox } from './outbox.ts';
import { deleteCaches, leave } from './worker.ts';

const unregisterMs = 10_000;

/**
 * Removes all that the site keeps on this device and leads every tab to `/saved?deleted`, where nothing is kept. False where
 * the browser refuses a part of it. A tab that is sending may still hear an answer: it changes only a record that exists.
 */
export async function deleteEverything(): Promise<boolean> {
  let isDone = true;
  // The worker first: no page that loads from then on has one, and nothing is kept any more. The settings tell the other tabs.
  for (const step of [unregister, clearSettings, () => pageOutbox().store.clear(), deleteCaches])
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => {
        console.warn('Not everything could be deleted.', error);
        isDone = false;
      });
  if (isDone) leave();
  return isDone;
}

function clearSettings(): void {
  // Clearing an empty storage may tell the other tabs nothing.
  localStorage.setItem('deleted', '');
  localStorage.clear();
  sessionStorage.clear();
}

async function unregister(): Promise<void> {
  // SWR comes with it, which no first view needs.
  await import('./alerts.ts').then(({ turnOff }) => turnOff()).catch(console.warn);
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const ends = registrations.map((registration) => registration.unregister());
  // The browser does it after a look for a new version and what another tab is sending, which a slow line may hold up.
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, unregisterMs))]);
}
