import { outboxEnvironment } from '#src/connect/outbox-environment.ts';
import { follow } from '#src/content/follow.ts';
import type { Followed } from '#src/outbox/followed.ts';

import { keptKinds } from './kept-kinds.ts';

/** What is kept here, as the page shows it. Read at once, so that its sections appear together and move nothing. */
export type OnThisPhone = {
  /** In the order of the table; `undefined`: the device does not say. */
  counts: (number | undefined)[];
  followed: Followed[] | undefined;
};

export type SavedSectionProps = {
  phone: OnThisPhone;
  /** Call it after a change of what is kept: all is read anew. */
  onChange: () => void;
};

export async function readPhone(): Promise<OnThisPhone> {
  const counts = await Promise.all(keptKinds.map(({ count, name }) => quietly(name, count)));
  const followed = await quietly(follow.list.heading, () => outboxEnvironment().followed.list());
  return { counts, followed };
}

/** Where storage is refused the page says so, and shows the rest. */
async function quietly<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    console.warn(`${what}: cannot be read here.`, error);
    return undefined;
  }
}
