import { type OutboxEntry, receiptFor } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';

/** The server took it. First what lets its sender follow it is kept, then the entry goes: a page that dies in between asks again. */
export async function settle(
  entry: OutboxEntry,
  secret: string | undefined,
  env: OutboxEnvironment,
): Promise<void> {
  await keepSecret(entry, secret, env);
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
