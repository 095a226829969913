import { outboxEnvironment } from '#src/connect/outbox-environment.ts';
import { changeEntry, deleteEntry } from '#src/outbox/change.ts';
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
export function removeEntry(id: string): Promise<void> {
  return deleteEntry(outboxEnvironment(), id);
}

/** The visitor corrected what the server objected to: it is sent again under a new key. */
export async function resendChanged(old: OutboxEntry, payload: Payloads[typeof old.kind]): Promise<void> {
  const id = await changeEntry(outboxEnvironment(), old, payload);
  if (id !== undefined) await sendEntry(id);
}

/** The visitor has seen what was sent. */
export async function forgetReceipts(): Promise<void> {
  const env = outboxEnvironment();
  await env.store.forgetReceipts(pending.receipts.map(({ id }) => id));
  env.announce();
}
