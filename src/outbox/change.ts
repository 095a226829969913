import { type Kind, newEntry, type OutboxEntry, type Payloads } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { entryLock, whenFree } from './locks.ts';

/** The visitor's word is final: an attempt under way may still arrive, but nothing brings the entry back. */
export async function deleteEntry(env: OutboxEnvironment, id: string): Promise<void> {
  await env.store.remove(id);
  env.announce();
}

/**
 * The visitor changed what an entry says. A changed payload is a new request and gets a new key. Returns the new entry's
 * id; undefined when the old one has been sent again since, or is gone: it may have arrived, and is not sent in two versions.
 */
export async function changeEntry<K extends Kind>(
  env: OutboxEnvironment,
  old: OutboxEntry<K>,
  payload: Payloads[K],
): Promise<string | undefined> {
  return whenFree(env, entryLock(old.id), async () => {
    const current = await env.store.read(old.id);
    if (current?.problem === undefined) return undefined;
    const same = JSON.stringify(payload) === JSON.stringify(current.payload);
    const id = same ? old.id : env.newKey();
    const entry = newEntry(id, old.kind, payload, old.about, env.now());
    await env.store.exchange(old.id, same ? { ...entry, createdAt: current.createdAt } : entry);
    env.announce();
    return id;
  });
}

/** The form has told its visitor: the outbox needs neither a receipt nor what went back into the form. */
export async function letGo(env: OutboxEnvironment, id: string): Promise<void> {
  await env.store.remove(id);
  await forgetReceipts(env, [id]);
}

/** The visitor has been told what was sent. */
export async function forgetReceipts(env: OutboxEnvironment, ids: string[]): Promise<void> {
  await env.store.forgetReceipts(ids);
  env.announce();
}
