import { del, get, promisifyRequest, type UseStore, values } from 'idb-keyval';

import type { ApplicationStatus } from '#src/contract/application-status.ts';

import { changeValue } from './database.ts';

/** An application that this device can ask about, until its visitor withdraws it or removes it from here. */
export type Followed = {
  secret: string;
  /** What the visitor knows it by, such as the vacancy's name; may be empty. */
  about: string;
  /** What was last heard of it, and when that was, in milliseconds since the epoch; `gone`: the service has it no more. */
  known?: { status: ApplicationStatus; at: number } | 'gone';
};

/** What is followed from here, each under its secret. */
export type FollowedStore = ReturnType<typeof createFollowedStore>;

export function asKept(followed: Followed, kept?: Followed): Followed {
  return { ...kept, ...followed, about: followed.about || (kept?.about ?? '') };
}

export function createFollowedStore(database: UseStore) {
  return {
    list: () => values<Followed>(database),
    read: (secret: string) => get<Followed>(secret, database),
    /** What is known already stays, where nothing newer comes. */
    keep: async (followed: Followed) =>
      void (await changeValue<Followed>(database, followed.secret, (kept) => asKept(followed, kept))),
    /** What was heard of one; nothing where it is not kept here, or no more. */
    hear: async (followed: Followed) =>
      void (await changeValue<Followed>(database, followed.secret, (kept) => kept && asKept(followed, kept))),
    remove: (secret: string) => del(secret, database),
    removeAll: (): Promise<void> =>
      database('readwrite', (store) => {
        store.clear();
        return promisifyRequest(store.transaction);
      }),
  };
}
