import { afterEach, expect, test, vi } from 'vitest';

import { openNewsletters, resumeSending, sendToUnreached, stopSending } from '#server/newsletter/sending.ts';
import { tryAtOnce } from '#server/outgoing/channel.ts';
import { cameBack, deleteEnded, markSeen, sendAgain } from '#server/outgoing/ended.ts';
import type { Result } from '#server/outgoing/smtp.ts';
import { deleteReceived } from '#server/replies/delete-submissions.ts';
import { takeBackReply } from '#server/replies/replies.ts';
import { unreachedEmails } from '#server/replies/unreached.ts';
import type { Trx } from '#server/store/schema.ts';
import { leave } from '#server/subscribers/subscribers.ts';

import { seeded } from '../../kit/seeded.ts';
import { type Flight, openWorld, Process } from './mail-world.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const runs = Number(process.env.MAIL_RUNS ?? 30);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Answer = Result['outcome'] | 'dead';
const answers: Answer[] = ['sent', 'sent', 'refused', 'later', 'channel', 'silent', 'dead'];
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

class Play {
  readonly random: () => number;
  readonly arrived = new Set<string>();
  /** Messages of which an answer was lost, or that somebody sent again. */
  readonly lost = new Set<string>();
  readonly idOf = new Map<string, string>();
  readonly kinds = new Map<string, string>();
  world!: Awaited<ReturnType<typeof openWorld>>;
  processes: Process[] = [];
  begin!: () => Process;

  constructor(seed: number) {
    this.random = seeded(seed);
    const ids = seeded(seed);
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `${ids()}-${ids()}-4-8-0`);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01') });
  }
  one<T>(of: T[]): T {
    return of[Math.floor(this.random() * of.length)] as T;
  }
  async open(readers: number, perHour: number) {
    this.world = await openWorld(readers);
    this.begin = () => new Process(this.world.db, perHour);
    this.processes = [this.begin(), this.begin()];
  }

  /** What the mail server says to an email. */
  answer({ id, subject }: Flight, answer: Answer): Result | Error {
    if ((this.idOf.get(subject) ?? id) !== id) throw new Error(`another Message-ID: ${subject}`);
    this.idOf.set(subject, id);
    if (answer === 'sent' || (['silent', 'dead'].includes(answer) && this.random() < 0.5)) {
      if (this.arrived.has(id) && !this.lost.has(id)) throw new Error(`arrives again: ${subject}`);
      this.arrived.add(id);
      this.lost.delete(id);
    }
    if (['silent', 'dead'].includes(answer)) this.lost.add(id);
    if (answer === 'dead') return new Error('dead');
    return { outcome: answer, why: answer, problem: '', isHeard: answer !== 'channel' };
  }

  /** Lets a process go on. */
  async go(process: Process, answer = this.one(answers)): Promise<boolean> {
    const { flight } = process;
    let isDead = false;
    try {
      if (flight === undefined) return await process.go();
      const row = await this.rowOf(flight.id);
      // Its lease was over: another process has it or had it, and whoever comes late changes nothing.
      const isLate = row?.state !== 'sending' || row.attempts !== flight.attempts;
      if (isLate) this.lost.add(flight.id);
      const result = this.answer(flight, answer);
      if (isLate) this.lost.add(flight.id);
      isDead = result instanceof Error;
      if (isDead) process.left = 0;
      flight.answer(result);
      await process.running;
      if (isLate) expect(await this.rowOf(flight.id)).toEqual(row);
      return true;
    } catch (error) {
      if (process.left > 0) throw error;
      process.left = Number.POSITIVE_INFINITY;
      // The store failed, or the process died and starts again.
      if (!isDead && this.random() < 0.5) return this.go(process, answer);
      if (flight) this.lost.add(flight.id);
      this.processes = this.processes.map((one) => (one === process ? this.begin() : one));
      await this.world.store.write(tryAtOnce);
      return true;
    }
  }

  rowOf(id: string) {
    return this.world.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async step(): Promise<void> {
    const kind = this.random();
    const process = this.one(this.processes);
    // It dies before one of its next statements.
    if (this.random() < 0.15) process.left = Math.floor(this.random() * (process.flight ? 6 : 20));
    if (kind < 0.6) await this.go(process);
    else if (kind < 0.8) {
      const ms = this.one([second, 20 * second, 3 * minute, hour, day, -hour, 30 * day, -29 * day]);
      vi.setSystemTime(Date.now() + ms);
    } else await this.press();
    await this.look();
  }

  async press(): Promise<void> {
    const { db, store, application } = this.world;
    const { id: newsletter } = await db.selectFrom('newsletters').select('id').executeTakeFirstOrThrow();
    const reply = (await db.selectFrom('replies').select('id').executeTakeFirst())?.id ?? '';
    const messages = db.selectFrom('messages').select(['id', 'attempts']);
    const ends = await messages.where('kind', 'in', ['reply', 'receipt', 'operator']).execute();
    const end = this.one(ends) ?? { id: '', attempts: 0 };
    const readers = await db.selectFrom('subscribers').select('token').execute();
    const presses: ((trx: Trx) => Promise<unknown>)[] = [
      (trx) => sendAgain(trx, end).then(() => this.lost.add(end.id)),
      (trx) => markSeen(trx, [end]),
      (trx) => cameBack(trx, end, 'boss'),
      (trx) => stopSending(trx, newsletter),
      (trx) => resumeSending(trx, newsletter),
      (trx) => sendToUnreached(trx, newsletter),
      ...[1, 2].map(() => (trx: Trx) => leave(trx, this.one(readers)?.token ?? '')),
      (trx) => takeBackReply(trx, 'application', application, reply),
      (trx) => deleteEnded(trx, ago(day), ago(30 * day), 100),
    ];
    if (this.random() < 0.1) presses.push((trx) => deleteReceived(trx, 'application', [application]));
    // A press that is refused changes nothing.
    await store.write(this.one(presses)).catch(() => {});
  }

  async look() {
    const rows = await this.world.db.selectFrom('messages').select(['id', 'kind']).execute();
    for (const { id, kind } of rows) this.kinds.set(id, kind);
  }

  /** Lets everything go on until nothing waits any more. */
  async finish(answer: Answer): Promise<void> {
    const { db, store } = this.world;
    const open = db.selectFrom('messages').select('kind').where('state', 'in', ['waiting', 'sending']);
    const stopped = db.selectFrom('newsletters').select('id').where('state', '=', 'stopped');
    for (let step = 0; step < 300; step += 1) {
      for (const process of this.processes) while (await this.go(process, answer));
      await this.look();
      const toResume = await stopped.execute();
      for (const { id } of toResume) await store.write((trx) => resumeSending(trx, id));
      vi.setSystemTime(Date.now() + hour);
      if (toResume.length + (await open.execute()).length === 0) return;
    }
    throw new Error(`does not end: ${JSON.stringify(await open.execute())}`);
  }

  async check(): Promise<void> {
    const { db } = this.world;
    const rows = await db.selectFrom('messages').selectAll().execute();
    const [application] = await db.selectFrom('applications').select('state').execute();
    const [reply] = await db.selectFrom('replies').select('message').execute();
    const [newsletter] = await db.selectFrom('newsletters').select('state').execute();
    const listed = new Set((await unreachedEmails(db)).map(({ id }) => id));
    for (const [id, kind] of this.kinds) {
      const row = rows.find((one) => one.id === id);
      const isKept = (kind === 'reply' && reply) || (kind === 'receipt' && application && !reply);
      if (isKept && row === undefined) throw new Error(`${kind} is gone`);
      if (row?.state === 'sent' && !this.arrived.has(id)) throw new Error(`${kind} has not arrived`);
      const isForgotten = row?.about === null || (kind === 'newsletter' && row?.recipient === null);
      if (row?.state !== 'failed' || row.seen_at !== null || (isForgotten && kind !== 'operator')) continue;
      const isListed = ['receipt', 'reply', 'operator'].includes(kind) ? listed.has(id) : true;
      if (!isListed || row.why === null) throw new Error(`${kind} failed, is not listed or has no words`);
    }
    const isUnseen = rows.some(
      (row) => row.kind === 'newsletter' && row.state === 'failed' && row.seen_at === null,
    );
    expect(await openNewsletters(db)).toHaveLength(Number(isUnseen));
    expect(newsletter?.state).toBe('ended');
    // The status that a reply chose is set in the transaction that ends its email.
    expect(application?.state ?? '').toBe(application ? (reply ? 'closed' : 'received') : '');
    await db.destroy();
  }
}

test('in any order of events', async () => {
  for (let seed = 1; seed <= runs; seed += 1) {
    const play = new Play(seed);
    await play.open(seed % 4 === 0 ? 12 : 2, seed % 3 === 0 ? 60 : 1e6);
    for (let step = 0; step < 50; step += 1) await play.step();
    await play.finish(seed % 8 < 4 ? 'sent' : 'refused');
    await play.check().catch((error) => {
      throw new Error(`seed ${seed}: ${error.message}`);
    });
  }
});
