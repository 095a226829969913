import type { KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { setStatus } from '#server/applicants/applications.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import { chosenOf, replyToRest, stopReplies } from '#server/vacancies/closing.ts';
import '#server/mail-kinds.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { contactKey, personKey } from '#server/store/contact-key.ts';
import type { Store } from '#server/store/open-store.ts';
import type { Trx } from '#server/store/schema.ts';
import { secretFor } from '#server/store/secrets.ts';

import { type MailServer, received, startMailServer } from './mail.ts';
import { beginReplies, openOffice, textIn } from './office-scene.ts';
import { stores } from './store.ts';

const emailOf = (number: number) => `a${number}@example.com`;
const writer = { id: 'boss', email: 'boss@hcs.example' };

/** Four hundred applications: 384 for another vacancy, fifteen for one, and one for a third. */
const jobOf = (number: number) => (number < 15 ? 'welder' : number === 15 ? 'fitter' : 'other');

async function fill({ db }: Store): Promise<void> {
  const rows = Array.from({ length: 400 }, (_, number) => {
    const [name, email] = [`Person ${number}`, emailOf(number)];
    const keys = { contact_key: contactKey(email), person_key: personKey(name), search_text: name };
    const text = { mobile: '', profile: '', description: '', fingerprint: `${number}`, flagged: 0 };
    const id = crypto.randomUUID();
    return { ...keys, ...text, id, name, email, job: jobOf(number), created_at: '2026-11-20T08:00:00.000Z' };
  });
  await db.insertInto('applications').values(rows).execute();
}

async function answerAll(trx: Trx, job: string): Promise<void> {
  const choice = { to: ['untouched'], isForBots: true };
  const { people, seen } = await chosenOf(trx, job, choice);
  const closing = { job, vacancy: job, ...choice, count: people.length, seen, subject: 'S', text: 'No.' };
  await replyToRest(trx, closing, writer);
}

/** A store whose process is killed at its nth statement: the transaction is rolled back, and nothing follows. */
function dying(store: Store, death: number): { store: Store; isDead: () => boolean } {
  let count = 0;
  const die = () => {
    if (count >= death) throw new Error('killed');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      die();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const write: Store['write'] = async (work) => {
    die();
    return store.write((trx) => work(trx.withPlugin(plugin) as Trx));
  };
  return { store: { ...store, write }, isDead: () => count >= death };
}

/** Sends until nothing is left, or until the process is killed. */
async function sendAll(store: Store, mail: MailServer, isDead = () => false): Promise<void> {
  const settings = { smtpUrl: mail.url, mailFrom: 'hr@hcs.example', siteUrl: 'http://localhost' };
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const round = mailRound(store, { ...settings, newsletterPerHour: 1e9 }, () => {});
  for (let isLeft = true; isLeft && !isDead(); )
    isLeft = (await round?.(stopping.signal).catch(() => false)) ?? false;
}

/** The statement at which the server is killed, in the middle of the sixteen emails. */
const deaths = [47];

describe.each(stores)('on $name', ({ newStore }) => {
  test('of four hundred with sixteen mass answers each mailbox gets one email or a line that says why not, although the server is killed', async () => {
    await using mail = await startMailServer();
    const scene = await openOffice(await newStore());
    const { store, boss } = scene;
    const { db } = store;
    await fill(store);
    const all = await db.selectFrom('applications').select(['id', 'email', 'job']).execute();
    const idOf = (number: number) => all.find(({ email }) => email === emailOf(number))?.id ?? '';
    const closed = async () => {
      const rows = db.selectFrom('applications').select(['id', 'email']).where('state', '=', 'closed');
      return rows.execute();
    };
    for (const death of deaths) {
      mail.mails = [];
      await db.deleteFrom('replies').execute();
      await db.deleteFrom('messages').execute();
      await db.updateTable('applications').set({ state: 'received', state_at: null }).execute();
      await store.write(async (trx) => {
        for (const job of ['welder', 'fitter']) await answerAll(trx, job);
        await stopReplies(trx, 'fitter');
        await setStatus(trx, idOf(0), 'shortlisted', writer.id);
      });
      expect(await closed()).toEqual([]);
      await beginReplies(store);
      const first = dying(store, death);
      await sendAll(first.store, mail, first.isDead);
      const before = await closed();
      const due_at = '2020-01-01T00:00:00.000Z';
      const open = db.updateTable('messages').set({ due_at }).where('state', 'in', ['waiting', 'sending']);
      await open.execute();
      await sendAll(store, mail);
      const got = received(mail);
      expect(new Set(got).size, `twice at ${death}`).toBe(got.length);
      const home = textIn(await boss.get(officePaths.home));
      for (let number = 0; number < 16; number += 1) {
        const isGot = got.includes(emailOf(number));
        if (!isGot) expect(home, `${number} at ${death}`).toMatch(new RegExp(`Person ${number}(?!\\d)`));
        if (number === 0 || number === 15) expect(isGot).toBe(false);
      }
      const after = await closed();
      expect(after).toEqual(expect.arrayContaining(before));
      expect(after.map(({ email }) => email).sort(), `at ${death}`).toEqual(
        Array.from({ length: 14 }, (_, index) => emailOf(index + 1)).sort(),
      );
      for (const { id } of after.slice(0, 3)) {
        const headers = { 'application-secret': await secretFor(db, id) };
        expect((await scene.read('application', headers)).json().payload).toMatchObject({
          state: 'closed',
          note: 'No.',
        });
      }
      expect(first.isDead()).toBe(true);
    }
  });
});
