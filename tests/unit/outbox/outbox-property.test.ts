import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';

import type { OutboxEntry } from '#src/outbox/entry.ts';
import { flush } from '#src/outbox/flush.ts';

import { createPlay, type Submission } from './model-play.ts';
import { step } from './model-steps.ts';
import { createWorld, type World } from './model-world.ts';

async function checkAccounts(world: World, submissions: Submission[]): Promise<void> {
  const { store } = world.createActor().env;
  const waiting = new Set((await store.list()).map((entry) => entry.payload.email));
  for (const { email, kind, outcome, keepable, deleted } of submissions) {
    const stored = world.server.rowsOf(email);
    const where = `${kind} ${email}: ${JSON.stringify(outcome)}`;
    expect(stored, `${where} stored twice`).toBeLessThan(2);
    if (deleted) expect(waiting.has(email), `${where} came back after it was deleted`).toBe(false);
    else if (outcome === 'killed') {
      if (keepable) expect(stored === 1 || waiting.has(email), `${where} lost`).toBe(true);
    } else if (outcome.type === 'sent') expect(stored, `${where} lost`).toBe(1);
    else if (outcome.type.startsWith('waiting'))
      expect(stored === 1 || waiting.has(email), `${where} lost`).toBe(true);
    else expect(waiting.has(email), `${where} waits all the same`).toBe(false);
    if (outcome !== 'killed' && outcome.type === 'refused') expect(stored, `${where} stored`).toBe(0);
  }
  for (const receipt of await store.receipts()) expect(receipt.sentAt).toBeGreaterThan(0);
  expect(world.violations).toEqual([]);
}

/** The server is well again and time passes: everything leaves, except what it objected to. */
async function drain(world: World): Promise<OutboxEntry[]> {
  Object.assign(world.device, { storageFull: false, locksRefused: false });
  world.server.setFaults([]);
  world.clock.now += 24 * 3600 * 1000;
  const { env } = world.createActor();
  await flush(env, false);
  return env.store.list();
}

beforeEach(() => {
  // The outbox notes in the console what storage refused; here that is the plan.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('whatever happens on the way, nothing is lost, nothing is stored twice and the visitor is told the truth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 18 }), async (steps) => {
      const world = createWorld();
      const { submissions, play } = createPlay(world);
      for (const next of steps) {
        await play(next);
        await checkAccounts(world, submissions);
      }
      const left = await drain(world);
      for (const entry of left) expect(entry.problem, 'kept without a reason').toBeTruthy();
      await checkAccounts(world, submissions);
      const kept = new Set(left.map((entry) => entry.payload.email));
      for (const { email, outcome, deleted, keepable } of submissions) {
        const promised =
          outcome === 'killed' ? keepable : outcome.type === 'sent' || outcome.type.startsWith('waiting');
        if (promised && !deleted && !kept.has(email)) expect(world.server.rowsOf(email), email).toBe(1);
      }
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
}, 120_000);
