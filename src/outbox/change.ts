import { type Kind, newEntry, type OutboxEntry, type Payloads } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import { withEntryLock } from './locks.ts';

/** The visitor's word is final: an attempt under way may still arrive, but nothing brings the entry back. */
export async function deleteEntry(env: OutboxEnvironment, id: string): Promise<void> {
  await env.store.remove(id);
  env.announce();
}

/**
 * The visitor changed what an entry says. A changed payload is a new request and gets a new key.
 * Returns the new entry's id, or undefined when the old one is being sent at this moment or is gone.
 */
export async function changeEntry<K extends Kind>(
  env: OutboxEnvironment,
  old: OutboxEntry<K>,
  payload: Payloads[K],
): Promise<string | undefined> {
  return withEntryLock(env, old.id, async () => {
    if ((await env.store.read(old.id)) === undefined) return undefined;
    const same = JSON.stringify(payload) === JSON.stringify(old.payload);
    const id = same ? old.id : env.newKey();
    const entry = { ...newEntry(id, old.kind, payload, old.about, env.now()), createdAt: old.createdAt };
    await env.store.exchange(old.id, entry);
    env.announce();
    return id;
  });
}
