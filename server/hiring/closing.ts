import { createHash } from 'node:crypto';

import type { ApplicationState } from '#src/contract/application-status.ts';

import { Refusal } from '../lib/refusal.ts';
import { fillIn, type Words } from '../replies/replies.ts';
import type { Db, Trx } from '../store/schema.ts';
import { markApplication, replyTo } from './applications.ts';

/** Groups the applications in these states by address, newest first; those of robots apart. */
export async function restOf(db: Db, job: string, states: ApplicationState[]) {
  const rest = await db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'state', 'note', 'flagged'])
    .where('job', '=', job)
    .where('state', 'in', states)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  type Row = (typeof rest)[number];
  const byAddress = new Map<string, [newest: Row, ...others: Row[]]>();
  for (const row of rest.filter(({ flagged }) => flagged === 0)) {
    const address = row.email.toLowerCase();
    const newer = byAddress.get(address);
    byAddress.set(address, newer ? [...newer, row] : [row]);
  }
  const robots = rest.filter(({ flagged }) => flagged !== 0);
  const facts = rest.map(({ id, state, note }) => [id, state, note]).sort();
  const seen = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  return { people: [...byAddress.values()], robots, seen };
}

type Closing = Words & {
  job: string;
  vacancy: string;
  states: ApplicationState[];
  count: number;
  seen: string;
};

/** Closes the applications of these states with one email per address. */
export async function answerRest(
  trx: Trx,
  { job, vacancy, states, count, seen, ...words }: Closing,
  person: string,
) {
  const locked = trx.updateTable('applications').set(({ ref }) => ({ state: ref('state') }));
  await locked.where('job', '=', job).where('state', 'in', states).execute();
  const rest = await restOf(trx, job, states);
  if (rest.people.length !== count)
    throw new Refusal(409, `${rest.people.length} people now, no longer ${count}. Look again.`);
  if (rest.seen !== seen)
    throw new Refusal(409, 'One of them has been answered or changed in the meantime. Look again.');
  for (const [newest, ...others] of rest.people) {
    const ids = [newest, ...others].map(({ id }) => id);
    await replyTo(trx, ids, fillIn(words, { name: newest.name, vacancy }), 'closed', person);
  }
  for (const { id } of rest.robots) await markApplication(trx, id, 'closed');
}

/** How many emails answer applications for a vacancy, and how many of them were sent. */
export async function countReplies(db: Db, job: string): Promise<{ all: number; sent: number }> {
  const rows = await db
    .selectFrom('answers')
    .innerJoin('applications', 'applications.id', 'answers.application')
    .select(['mail', 'outcome'])
    .distinct()
    .where('job', '=', job)
    .execute();
  return { all: rows.length, sent: rows.filter(({ outcome }) => outcome === 'sent').length };
}
