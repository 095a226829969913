import { type OutboxEntry, receiptFor } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';

/**
 * The server took it. First what lets its sender follow it is kept, then the entry goes: a page that dies in between asks again.
 * Of one that the visitor has deleted meanwhile nothing is written; the page or worker that sent it has its receipt in memory.
 */
export async function settle(
  entry: OutboxEntry,
  secret: string | undefined,
  env: OutboxEnvironment,
): Promise<void> {
  if (await isThere(entry, env)) await keepSecret(entry, secret, env);
  await env.store.settle(receiptFor(entry, env.now(), secret));
}

/** Where the device does not take it, the visitor is still shown the link: once, with the thanks or the receipt. */
export async function keepSecret(
  { about }: OutboxEntry,
  secret: string | undefined,
  { followed }: OutboxEnvironment,
): Promise<void> {
  if (secret === undefined) return;
  try {
    await followed.keep({ secret, about });
  } catch (error) {
    console.warn('This device does not keep that the application is followed.', error);
  }
}

/** Where the device does not say, nobody has deleted it. */
async function isThere({ id }: OutboxEntry, { store }: OutboxEnvironment): Promise<boolean> {
  try {
    return (await store.read(id)) !== undefined;
  } catch (error) {
    console.warn('The outbox cannot be read here.', error);
    return true;
  }
}
