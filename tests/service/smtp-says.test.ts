import { describe, expect, onTestFinished, test } from 'vitest';

import { replyTo } from '#server/applicants/applications.ts';
import { findStopped } from '#server/outgoing/channel.ts';
import '#server/mail-kinds.ts';
import { addMailedLink } from '#server/office/people.ts';
import { addSignInMail } from '#server/office/sign-in-mail.ts';
import type { Store } from '#server/store/open-store.ts';

import {
  addReaders,
  addressOf,
  applied,
  openOffice,
  roundsTo,
  startedNewsletter,
  writer,
} from './office-scene.ts';
import { smtpReplies, startTalker, type Talker } from './smtp-says.ts';
import { ada, answered, applicant, hourMs, moveClock, setClock, stores } from './store.ts';

const long = '2020-01-01T00:00:00.000Z';
const both = [true, false];
async function talker(isPipelining: boolean): Promise<Talker> {
  const started = await startTalker(isPipelining);
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

const messages = ({ db }: Store) => db.selectFrom('messages').selectAll().orderBy('kind').execute();

/** An office, and what queues a reply, a newsletter to one reader and a sign-in link, and nothing else. */
async function openWaiting(settings: Record<string, string>) {
  const scene = await openOffice(settings);
  const { id: application } = await applied(scene);
  await addReaders(scene.store, 1);
  const queue = () =>
    scene.store.write(async (trx) => {
      await trx.deleteFrom('messages').execute();
      await trx.deleteFrom('links').execute();
      await trx.deleteFrom('facts').where('name', '=', 'mail-stopped').execute();
      await trx.updateTable('subscribers').set({ refusals: 0 }).execute();
      await startedNewsletter(trx);
      await replyTo(trx, application, { subject: 'About it', text: 'Words' }, 'read', writer);
      await addSignInMail(trx, (await addMailedLink(trx, writer.email)) ?? '', writer.email);
    });
  await queue();
  return { ...scene, queue };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test.each(both)(
    'what a mail server says means the same for every kind (pipelining: %s)',
    async (isPipelining) => {
      const mail = await talker(isPipelining);
      const scene = await openWaiting(await newStore());
      const round = roundsTo(scene, mail.url);
      for (const [when, means, reply] of smtpReplies) {
        mail.says = (asked) => (asked === when ? reply : undefined);
        await scene.queue();
        while (await round());
        const of = `${when} ${reply}`;
        const stopped = await findStopped(scene.store.db);
        const rows = await messages(scene.store);
        expect(rows.map(({ kind }) => kind)).toEqual(['newsletter', 'reply', 'sign-in']);
        if (means === 'channel') {
          expect(stopped, of).toMatchObject({ isRefusal: true, why: reply });
          const untried = {
            state: 'waiting',
            attempts: 0,
            first_at: null,
            claimed_at: null,
            refused_at: null,
          };
          for (const row of rows) expect(row, of).toMatchObject(untried);
          continue;
        }
        expect(stopped, of).toBeUndefined();
        for (const row of rows)
          expect(row, of).toMatchObject({
            state: means === 'address' ? 'not accepted' : 'waiting',
            why: reply,
            hand_overs: 0,
            refused_at: means === 'refused' ? expect.any(String) : null,
          });
      }
      expect(mail.got).toEqual([]);
    },
  );

  test('a stopped channel is tried every ten minutes, also with an email that waits; once it works, all is due', async () => {
    setClock('2027-03-01T12:00:00.000Z');
    const mail = await talker(true);
    mail.says = (when) => (when === 'MAIL' ? '550 5.7.1 Suspended' : undefined);
    const scene = await openWaiting(await newStore());
    const send = roundsTo(scene, mail.url);
    const round = () => {
      // One message of a newsletter a moment.
      moveClock(1);
      return send();
    };
    const tries = () => mail.heard.filter((word) => word === 'MAIL').length;
    while (await round());
    expect(tries()).toBe(1);
    moveClock(hourMs / 6 + 1_000);
    expect(await round()).toBe(true);
    expect(await round()).toBe(false);
    expect(tries()).toBe(2);
    expect(await findStopped(scene.store.db)).toMatchObject({
      since: expect.stringMatching(/^2027-03-01T12:00/),
    });
    const later = new Date(Date.now() + hourMs).toISOString();
    const paused = { due_at: later, first_at: new Date().toISOString() };
    await scene.store.db.updateTable('messages').set(paused).where('kind', '<>', 'sign-in').execute();
    moveClock(hourMs / 6 + 1_000);
    // The sign-in link has expired.
    expect([await round(), tries()]).toEqual([true, 2]);
    expect([await round(), tries()]).toEqual([true, 3]);
    expect(await round()).toBe(false);
    mail.says = () => undefined;
    moveClock(hourMs / 6 + 1_000);
    while (await round());
    expect(await findStopped(scene.store.db)).toBeUndefined();
    expect(mail.got.sort()).toEqual([applicant.email, addressOf(0)]);
  });

  test('a withdrawn application gets no answer from a mail server that greets slowly, nor a receipt after the answer', async () => {
    const mail = await talker(true);
    const scene = await openOffice(await newStore());
    const { secret, id: application } = await applied(scene);
    await scene.store.write(async (trx) => {
      const receipt = { kind: 'receipt' as const, application, created_at: long, due_at: long };
      await trx
        .insertInto('messages')
        .values({ id: 'receipt', ...receipt })
        .execute();
      await replyTo(trx, application, { subject: 'No', text: 'Words' }, 'closed', writer);
    });
    expect((await messages(scene.store)).map(({ kind, state, why }) => [kind, state, why])).toEqual([
      ['receipt', 'dropped', 'it was answered'],
      ['reply', 'waiting', null],
    ]);
    const isAsked = Promise.withResolvers<void>();
    const greeting = Promise.withResolvers<void>();
    mail.waits = async (when) => {
      if (when !== 'GREETING') return;
      isAsked.resolve();
      await greeting.promise;
    };
    const sent = roundsTo(scene, mail.url)();
    await isAsked.promise;
    const headers = { 'application-secret': secret };
    await answered(204, scene.app.inject({ method: 'DELETE', url: '/connect/v1/application', headers }));
    greeting.resolve();
    await sent;
    expect(mail.got).toEqual([]);
    expect(mail.heard).toContain('DATA');
    expect((await messages(scene.store))[1]).toMatchObject({
      kind: 'reply',
      state: 'dropped',
      recipient: null,
    });
  });
});

test.each(both)('mail-test prints what the mail server says (pipelining: %s)', async (isPipelining) => {
  const mail = await talker(isPipelining);
  const { command } = await openOffice({ SMTP_URL: mail.url });
  for (const [when, , reply] of smtpReplies) {
    mail.says = (asked) => (asked === when ? reply : undefined);
    await expect(command('mail-test', ada.email)).rejects.toThrow(
      `SMTP_URL: the mail server did not accept the email: ${reply}`,
    );
  }
});
