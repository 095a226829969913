import { del, get, promisifyRequest, type UseStore, update, values } from 'idb-keyval';

import type { ApplicationStatus } from '#src/contract/application-status.ts';

/** An application that this device can ask about, until its visitor withdraws it or lets go of it here. */
export type Followed = {
  secret: string;
  /** What the visitor knows it by, such as the vacancy's name; may be empty. */
  about: string;
  /** What was last heard of it, and when that was, in milliseconds since the epoch. */
  known?: { status: ApplicationStatus; at: number };
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
    keep: (followed: Followed) =>
      update<Followed>(followed.secret, (kept) => asKept(followed, kept), database),
    remove: (secret: string) => del(secret, database),
    removeAll: (): Promise<void> =>
      database('readwrite', (store) => {
        store.clear();
        return promisifyRequest(store.transaction);
      }),
  };
}
