import type { KyselyPlugin } from 'kysely';

import '#server/mail-kinds.ts';

import { apply } from '#server/applicants/applications.ts';
import { readConfig } from '#server/config.ts';
import { saveNewsletter } from '#server/newsletter/newsletters.ts';
import { sendToAll } from '#server/newsletter/sending.ts';
import { invite } from '#server/office/people.ts';
import { addSignInMail } from '#server/office/sign-in-mail.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import type { Compiled, Result } from '#server/outgoing/smtp.ts';
import { storeReplies } from '#server/replies/replies.ts';
import { migrate } from '#server/store/migrations.ts';
import type { Store } from '#server/store/open-store.ts';
import type { Db } from '#server/store/schema.ts';
import { openSqlite } from '#server/store/sqlite.ts';
import { addConfirmation } from '#server/subscribers/confirmation.ts';

import { writer } from '../../kit/say-reply.ts';

export const readerOf = (number: number) => `reader${number}@example.com`;

export type Flight = {
  id: string;
  attempts: number;
  subject: string;
  answer: (result: Result | Error) => void;
};

/** A process with its own connection to the store, which dies before its next statement but so many. */
export class Process {
  left = Number.POSITIVE_INFINITY;
  /** The email that the mail server has not answered yet. */
  flight: Flight | undefined;
  /** Its round, which ends or waits for the mail server. */
  running: Promise<boolean> | undefined;
  readonly store: Store;
  readonly round: () => Promise<boolean>;
  private reached = () => {};

  constructor(db: Db, perHour: number) {
    const fuse: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (this.left <= 0) throw new Error('dead');
        this.left -= 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    this.store = storeOf(db.withPlugin(fuse));
    const SMTP_URL = 'smtp://mail.example';
    const settings = readConfig({ SMTP_URL, MAIL_FROM: 'hr@hcs.example', NEWSLETTER_PER_HOUR: `${perHour}` });
    const round = mailRound(
      this.store,
      settings,
      () => {},
      (_, message) => this.send(message),
    );
    const { signal } = new AbortController();
    this.round = async () => (await round?.(signal)) ?? false;
  }

  private async send({ bytes, envelope }: Compiled): Promise<Result> {
    const header = (name: string) =>
      new RegExp(`^${name}: <?(.*?)(?:@.*)?\\r?$`, 'm').exec(`${bytes}`)?.[1] ?? '';
    const [id, of] = [header('Message-ID'), header('Subject')];
    const rows = this.store.db.selectFrom('messages').select('attempts').where('id', '=', id);
    const { attempts = 0 } = (await rows.executeTakeFirst()) ?? {};
    const { promise, resolve } = Promise.withResolvers<Result | Error>();
    this.flight = { id, attempts, subject: `${of} to ${envelope.to}`, answer: resolve };
    this.reached();
    const result = await promise;
    this.flight = undefined;
    if (result instanceof Error) throw result;
    return result;
  }

  /** Runs until the round is over, or waits for the mail server; returns whether it has sent something. */
  async go(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.reached = () => resolve(true);
    this.running ??= this.round().finally(() => {
      this.running = undefined;
    });
    return Promise.race([this.running, promise]);
  }
}

const storeOf = (db: Db): Store => {
  const write: Store['write'] = (work) => db.transaction().execute(work);
  return { db, isNew: true, write, erase: write, close: () => db.destroy() };
};

/** An application with its receipt, reply and notice, a sign-in link, a confirmation, and a newsletter to so many readers. */
export async function openWorld(readers: number): Promise<{ db: Db; store: Store; application: string }> {
  const db = openSqlite(':memory:');
  await migrate(db, 'model');
  const store = storeOf(db);
  const created_at = new Date().toISOString();
  const rows = Array.from({ length: readers + 1 }, (_, number) => ({
    email_key: readerOf(number),
    email: readerOf(number),
    name: 'Reader',
    search_text: '',
    fingerprint: '',
    token: `${number}`,
    created_at,
    confirmed_at: number < readers ? created_at : null,
  }));
  const application = await store.write(async (trx) => {
    const mail = { smtpUrl: 'smtp://mail.example', notifyTo: ['jobs@hcs.example'], receiptsPerDay: 9 };
    const always = { mayStore: async () => {}, mayHaveReceipt: async () => true };
    const texts = { job: 'welder', mobile: '', profile: '', description: '' };
    const ada = { ...texts, name: 'Ada', email: 'ada@example.com' };
    const { id } = await apply(trx, ada, { key: null, fingerprint: '' }, { mail, ...always });
    const reply = { application: id, subject: 'No', text: 'No.' };
    await storeReplies(trx, [reply], writer, { after: 'closed' });
    const { link, person } = await invite(trx, 'boss@hcs.example');
    await addSignInMail(trx, link, person.email);
    await trx.insertInto('subscribers').values(rows).execute();
    await addConfirmation(trx, readerOf(readers), 1);
    const newsletter = await saveNewsletter(trx, undefined, { subject: 'News', source: 'Text' }, 0);
    await sendToAll(trx, newsletter, 1, { html: '<p>Text</p>', plain: 'Text' });
    return id;
  });
  return { db, store, application };
}
