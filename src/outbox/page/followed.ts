/** Changes the records of applications that this device follows. */
import type { Submission } from '#src/outbox/submission.ts';

import { declareWanted } from './alerts.ts';
import { pageOutbox } from './outbox.ts';

/** An application sent twice has two records with one secret. */
export async function changeFollowed(
  secret: string,
  next: (record: Submission) => Submission | undefined,
): Promise<void> {
  const { store } = pageOutbox();
  for (const one of await store.list())
    if (one.secret === secret) await store.change(one.id, (record) => record && next(record));
}

/** Nothing is wanted of a record that is gone, so that the device's next user gets no notifications about it. */
export async function removeHere(secret: string): Promise<void> {
  await changeFollowed(secret, () => undefined);
  // The server may be told later.
  declareWanted().catch(console.warn);
}
