import { saved } from '#src/content/saved.ts';
import { beginForgetting } from '#src/worker-bridge/forgetting.ts';
import { askPatiently } from '#src/worker-bridge/saving.ts';

import { type KeptKind, keptKinds, removeCaches } from './kept-kinds.ts';

/** In milliseconds. A worker that does not hear of it keeps nothing either once its cache is gone, but for what it has in hand. */
const patience = 2_000;

/**
 * Removes every kind, or all but what cannot be had again; each is tried, whatever becomes of the others. Gives the names of
 * those that stayed. The worker goes last: it stays with the documents that are open, and keeps nothing more.
 */
export async function removeKinds(all: boolean, kinds: KeptKind[] = keptKinds): Promise<string[]> {
  beginForgetting();
  await tellWorkers().catch((error) => console.warn('The worker could not be told.', error));
  const stayed = new Set<string>();
  const attempt = async (name: string, remove: () => Promise<void>) => {
    try {
      await remove();
    } catch (error) {
      console.warn(`${name}: could not be deleted.`, error);
      stayed.add(name);
    }
  };
  const wanted = kinds.filter(({ isLostForGood }) => all || !isLostForGood);
  await Promise.all(wanted.map(({ name, remove }) => attempt(name, remove)));
  // With something in the Outbox it stays: it may be the one who sends that.
  if (all) await attempt(saved.kinds.pages, unregister);
  // A request that was on its way meanwhile may have been kept.
  await attempt(saved.kinds.pages, () => removeCaches(() => true));
  return [...stayed];
}

async function registrations(): Promise<readonly ServiceWorkerRegistration[]> {
  return (await navigator.serviceWorker?.getRegistrations()) ?? [];
}

async function tellWorkers(): Promise<void> {
  const workers = (await registrations()).flatMap(({ active, waiting, installing }) => [
    active,
    waiting,
    installing,
  ]);
  await Promise.all(workers.map((worker) => worker && askPatiently(worker, { type: 'forget' }, patience)));
}

async function unregister(): Promise<void> {
  for (const registration of await registrations()) await registration.unregister();
}
