import { changeEntry, deleteEntry } from '#src/outbox/change.ts';
import { type Kind, newEntry, type OutboxEntry } from '#src/outbox/entry.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';
import { flush, sendNow } from '#src/outbox/flush.ts';
import type { Outcome } from '#src/outbox/outcome.ts';

import type { Step } from './model-steps.ts';
import type { Actor, World } from './model-world.ts';

/** What the visitor was told about one request. */
export type Submission = {
  email: string;
  kind: Kind;
  outcome: Outcome | 'killed';
  /** Whether the device could keep it when it was submitted. */
  keepable: boolean;
  deleted: boolean;
};

/** Plays the steps and keeps account of what the visitor was told. */
export function createPlay(world: World) {
  const submissions: Submission[] = [];
  let tab = world.createActor();
  let worker = world.createActor();

  async function act<T>(actor: Actor, pressed: boolean, work: (env: Actor['env']) => Promise<T>) {
    actor.pressed = pressed;
    const result = await actor.run(work).catch((error: unknown) => {
      // A flush may fail where storage or locks do; nothing may be lost by it, which the accounts show.
      if (!world.device.storageFull && !world.device.locksRefused) throw error;
      return undefined;
    });
    if (result === 'killed') {
      if (actor === tab) tab = world.createActor();
      else worker = world.createActor();
    }
    return result;
  }

  async function submit(kind: Kind): Promise<void> {
    const email = `visitor${submissions.length}@example.com`;
    const payload = { name: 'N', email, mobile: '1', description: 'd', job: 'j', profile: 'p' };
    const entry = newEntry(`key-${submissions.length}`, kind, payload, '', world.clock.now);
    const submission: Submission = {
      email,
      kind,
      outcome: 'killed',
      keepable: !world.device.storageFull,
      deleted: false,
    };
    submissions.push(submission);
    submission.outcome = (await act(tab, true, (env) => submitEntry(entry, env))) ?? 'killed';
  }

  async function onEntry(step: { type: 'send now' | 'delete' | 'edit'; which: number }): Promise<void> {
    const entries = await world.createActor().env.store.list();
    const entry = entries[step.which % Math.max(1, entries.length)];
    if (entry === undefined) return;
    if (step.type === 'send now') await act(tab, true, (env) => sendNow(env, entry.id));
    else if (step.type === 'delete') {
      await act(tab, true, (env) => deleteEntry(env, entry.id));
      submissionOf(entry).deleted = true;
    } else if (entry.problem !== undefined) await edit(entry);
  }

  async function edit(entry: OutboxEntry): Promise<void> {
    const email = `changed-${entry.payload.email}`;
    const id = await act(tab, true, (env) => changeEntry(env, entry, { ...entry.payload, email }));
    if (typeof id === 'string' && id !== 'killed') submissionOf(entry).email = email;
  }

  function submissionOf(entry: OutboxEntry): Submission {
    const found = submissions.find(({ email }) => email === entry.payload.email);
    if (found === undefined)
      throw new Error(`The outbox holds ${entry.payload.email}, which nobody submitted`);
    return found;
  }

  async function play(step: Step): Promise<void> {
    world.server.setFaults('faults' in step ? step.faults : []);
    if (step.type === 'submit') await submit(step.kind);
    else if (step.type === 'flush') await act(worker, false, (env) => flush(env, step.eager));
    else if (step.type === 'two tabs flush')
      await Promise.all([tab, worker].map((actor) => act(actor, false, (env) => flush(env, true))));
    else if (step.type === 'delete while sending')
      await Promise.all([
        act(worker, false, (env) => flush(env, true)),
        onEntry({ type: 'delete', which: 0 }),
      ]);
    else if (step.type === 'wait') world.clock.now += step.seconds * 1000;
    else if (step.type === 'connection closed') for (const database of world.connections) database.close();
    else if (step.type === 'storage full' || step.type === 'storage free')
      world.device.storageFull = step.type === 'storage full';
    else if (step.type === 'locks refused' || step.type === 'locks granted')
      world.device.locksRefused = step.type === 'locks refused';
    else if ('which' in step) await onEntry(step);
  }

  return { submissions, play };
}
