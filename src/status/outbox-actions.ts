import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { changeEntry, deleteEntry, forgetReceipts } from '#src/outbox/change.ts';
import { clearDraftsOf } from '#src/outbox/drafts.ts';
import type { OutboxEntry, Payloads } from '#src/outbox/entry.ts';
import { sendNow } from '#src/outbox/flush.ts';
import { reportAnswer, reportNoAnswer } from '#src/state/connection.ts';
import { pending } from '#src/state/pending.ts';

/** The visitor pressed "Send now". */
export async function sendEntry(id: string): Promise<void> {
  const env = outboxEnvironment();
  await sendNow(env, id);
  const left = await env.store.read(id);
  if (left?.waitsFor === 'offline') await reportNoAnswer();
  else reportAnswer();
}

/** The visitor pressed "Delete". */
export async function removeEntry(id: string): Promise<void> {
  await clearDraftsOf([id]);
  await deleteEntry(outboxEnvironment(), id);
}

/**
 * The visitor corrected what the server objected to: it is sent again under a new key. False where the old version has
 * been tried again, sent or deleted meanwhile, so that the correction was not sent.
 */
export async function resendChanged(old: OutboxEntry, payload: Payloads[typeof old.kind]): Promise<boolean> {
  const id = await changeEntry(outboxEnvironment(), old, payload);
  if (id === undefined) return false;
  await clearDraftsOf([old.id]);
  // The correction is in the outbox now, which lists it and sends it whatever comes of this attempt.
  await sendEntry(id).catch((error: unknown) => console.warn('The correction could not be sent now.', error));
  return true;
}

/** The visitor has seen what was sent. */
export async function dismissReceipts(): Promise<void> {
  const ids = pending.receipts.map(({ id }) => id);
  // First: a draft that outlived its receipt would look as if it had never been sent.
  await clearDraftsOf(ids);
  await forgetReceipts(outboxEnvironment(), ids);
}
