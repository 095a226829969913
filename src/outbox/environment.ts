import { announceChange } from './announce.ts';
import { openDatabase } from './database.ts';
import { newKey } from './entry.ts';
import { createFollowedStore, type FollowedStore } from './followed.ts';
import { withMemory } from './memory.ts';
import { createOutboxStore, type OutboxStore } from './store.ts';

/** What the outbox needs of its surroundings; the property test puts a model in each place. */
export type OutboxEnvironment = {
  /** The connect API's base, such as `/connect/v1`. */
  base: string;
  store: OutboxStore;
  followed: FollowedStore;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Missing where the page came over plain http from another machine, and where the browser refuses them. */
  locks: Pick<LockManager, 'request'> | undefined;
  now: () => number;
  random: () => number;
  newKey: () => string;
  /** Called after each change of the store. */
  announce: () => void;
};

const databaseName = 'hcs-outbox';
/** Apart from the outbox: a worker of an earlier version takes whatever lies in that for a request. */
const followedName = 'hcs-followed';

/** The real surroundings, in a page as in the worker. */
export function browserEnvironment(base: string): OutboxEnvironment {
  return {
    base,
    store: withMemory(createOutboxStore(openDatabase(databaseName, 'strict')), Date.now),
    followed: createFollowedStore(openDatabase(followedName, 'strict')),
    fetch: (url, init) => fetch(url, init),
    locks: availableLocks(),
    now: () => Date.now(),
    random: () => Math.random(),
    newKey,
    announce: announceChange,
  };
}

function availableLocks(): OutboxEnvironment['locks'] {
  try {
    return navigator.locks;
  } catch (error) {
    console.warn('The browser refuses locks; the Idempotency-Key keeps two senders apart.', error);
    return undefined;
  }
}
