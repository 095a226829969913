import { describe, expect, onTestFinished, test } from 'vitest';

import { replyTo } from '#server/applicants/applications.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import '#server/mail-kinds.ts';
import { findNewsletter, sendToAll } from '#server/newsletter/newsletters.ts';
import { officePaths } from '#server/office/office-paths.ts';
import type { Store } from '#server/store/open-store.ts';

import { type MailServer, received, startMailServer } from './mail.ts';
import { addReaders, addressOf, openOffice, testedNewsletter } from './office-scene.ts';
import { answered, isFull, stores } from './store.ts';

const never = () => new Promise<never>(() => {});
const isOpen = ['waiting', 'sending'] as const;

/** Ends the pauses or leases of messages in this state. */
const endPauses = ({ db }: Store, state: (typeof isOpen)[number]) =>
  db.updateTable('messages').set({ due_at: '2020-01-01T00:00:00.000Z' }).where('state', '=', state).execute();

/** Sends until nothing is left, or until the process is "killed": from its `death`th await on, nothing completes. */
function senderOf(store: Store, mail: MailServer, death = Number.POSITIVE_INFINITY) {
  const settings = { smtpUrl: mail.url, mailFrom: 'hr@hcs.example', siteUrl: 'http://localhost' };
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const killed = Promise.withResolvers<'killed'>();
  let awaits = 0;
  const step = () => {
    awaits += 1;
    if (awaits < death) return undefined;
    killed.resolve('killed');
    return never();
  };
  const dying: Store = {
    ...store,
    async write(work) {
      await step();
      const result = await store.write(work);
      await step();
      return result;
    },
  };
  mail.taken = async () => {
    await step();
    return '250 Taken';
  };
  const round = mailRound(dying, { ...settings, newsletterPerHour: 1e9 }, () => {});
  const open = store.db.selectFrom('messages').select('id').where('state', 'in', isOpen).limit(1);
  const sendAll = async () => {
    while ((await open.executeTakeFirst()) !== undefined)
      // Messages not handed over would wait for some minutes.
      if ((await round?.(stopping.signal)) === false) await endPauses(store, 'waiting');
    return 'done' as const;
  };
  return { ended: Promise.race([sendAll(), killed.promise]), stopping };
}

/** Readers, and the awaits at which the server is killed; the 40th is never reached. */
const all: [number, number[]][] = [[3, [7, 40]]];
// Two messages and the start of a third.
const each = Array.from({ length: 16 }, (_, index) => index + 1);
// Seven awaits an email.
if (isFull) all.push([3, [...each, 40]], [500, [700]]);

describe.each(stores)('on $name', ({ newStore }) => {
  test.each(all)(
    'a server killed while sending to %i readers and one applicant sends nobody a second email, and says who may have none',
    async (count, deaths) => {
      await using mail = await startMailServer();
      const scene = await openOffice(await newStore());
      const { store } = scene;
      await addReaders(store, count);
      await answered(201, scene.apply());
      const application = (await scene.list())[0]?.id ?? '';
      const { id } = await store.db.selectFrom('people').select('id').executeTakeFirstOrThrow();
      const ends = new Set<string>();
      for (const death of deaths) {
        mail.mails = [];
        await store.db.deleteFrom('messages').execute();
        const letter = await store.write(async (trx) => {
          const newsletter = await testedNewsletter(trx);
          await sendToAll(trx, newsletter, 1);
          const words = { subject: 'About it', text: `Number ${death}` };
          await replyTo(trx, application, words, 'read', { id, email: 'boss@hcs.example' });
          return newsletter;
        });
        const first = senderOf(store, mail, death);
        const end = await first.ended;
        first.stopping.abort();
        ends.add(end);
        await endPauses(store, 'sending');
        expect(await senderOf(store, mail).ended).toBe('done');
        const got = received(mail);
        expect(new Set(got).size, `twice at ${death}`).toBe(got.length);
        const rows = await store.db.selectFrom('messages').select(['recipient', 'state']).execute();
        const unsent = rows.filter(({ state }) => state !== 'sent');
        expect(unsent.length, `at ${death}`).toBeLessThanOrEqual(end === 'done' ? 0 : 1);
        for (const { state } of unsent) expect(state, `at ${death}`).toBe('perhaps');
        const everybody = [
          ...Array.from({ length: count }, (_, number) => addressOf(number)),
          'natasha@example.com',
        ];
        const missing = everybody.filter((address) => !got.includes(address));
        expect(unsent.length, `without a word at ${death}`).toBeGreaterThanOrEqual(missing.length);
        expect(await findNewsletter(store.db, letter)).toMatchObject({ state: 'ended' });
        const readersUnsent = unsent.filter(({ recipient }) => recipient !== null).length;
        const page = (await scene.boss.get(officePaths.newsletter(letter))).body;
        expect(page).toContain(`${count - readersUnsent} of ${count} sent.`);
      }
      expect(ends).toEqual(new Set(count === 3 ? ['killed', 'done'] : ['killed']));
    },
    1_800_000,
  );
});
