import { describe, expect, test } from 'vitest';

import { replyTo } from '#server/applicants/applications.ts';
import '#server/mail-kinds.ts';

import { officePaths } from '#server/office/office-paths.ts';
import { linkOf } from '#server/subscribers/subscribers.ts';

import { type MailServer, received, startMailServer } from './mail.ts';
import {
  addReaders,
  addressOf,
  entered,
  openOffice,
  roundsTo,
  type Scene,
  startedNewsletter,
  subscribeAs,
  textIn,
  writer,
} from './office-scene.ts';
import { answered, applicant, stores } from './store.ts';

const long = '2020-01-01T00:00:00.000Z';

/** Sends until nothing is due. */
async function sendAll(scene: Scene, mail: MailServer) {
  const round = roundsTo(scene, mail.url);
  while (await round());
}

async function writeTo(scene: Scene, count: number) {
  for (let number = 0; number < count; number += 1) {
    await answered(201, scene.apply({ email: `a${number}@example.com`, name: `Person ${number}` }));
  }
  const all = await scene.list();
  await scene.store.write(async (trx) => {
    await trx.deleteFrom('messages').execute();
    for (const one of all) await replyTo(trx, one.id, { subject: 'No', text: 'Words' }, 'closed', writer);
  });
  return all;
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('answers that are refused are told on Today at once, all counted, with names, until they are seen or deleted', async () => {
    await using mail = await startMailServer();
    mail.answer = () => '550 5.7.1 Relaying denied';
    const scene = await openOffice(await newStore());
    const all = await writeTo(scene, 22);
    await sendAll(scene, mail);
    const words = async () => scene.textOf(officePaths.home);
    const refused = '22 emails were refused (550 5.7.1 Relaying denied): Person';
    expect(await words()).toContain(refused);
    expect(await words()).toContain('and 2 more');
    const page = await scene.textOf(officePaths.application(all[0]?.id ?? ''));
    expect(page).toContain('was refused (550 5.7.1 Relaying denied)');
    const editor = await entered(scene.app, scene.store, 'editor@hcs.example', 'editor');
    expect(textIn(await editor.get(officePaths.home))).not.toContain('were refused');
    const [{ email = '' } = {}] = all;
    await scene.command('forget', '--yes', email);
    expect(await words()).toContain('21 emails were refused');
    expect(await scene.stored()).not.toContain(email);
    const ids = (await scene.store.db.selectFrom('messages').select('id').execute()).map(({ id }) => id);
    await scene.boss.post(officePaths.seen, { messages: ids.join() });
    expect(await words()).not.toContain('refused');
  });

  test('[Send again] makes a new message, and the old one keeps its end', async () => {
    await using mail = await startMailServer();
    mail.answer = () => '550 5.1.1 Unknown';
    const scene = await openOffice(await newStore());
    const [application] = await writeTo(scene, 1);
    await sendAll(scene, mail);
    const [first] = await scene.store.db.selectFrom('messages').selectAll().execute();
    mail.answer = () => '250 OK';
    await scene.boss.post(officePaths.again, { message: first?.id ?? '' });
    await sendAll(scene, mail);
    const rows = await scene.store.db.selectFrom('messages').selectAll().orderBy('created_at').execute();
    expect(rows).toMatchObject([
      { id: first?.id, state: 'not accepted', why: '550 5.1.1 Unknown' },
      { state: 'sent', again_of: first?.id },
    ]);
    const page = await scene.textOf(officePaths.application(application?.id ?? ''));
    expect(page).toContain('was sent');
    await answered(409, scene.boss.post(officePaths.again, { message: first?.id ?? '' }));
    await scene.command('forget', '--yes', 'a0@example.com');
    const left = await scene.store.db.selectFrom('messages').select(['recipient', 'why']).execute();
    expect(left).toEqual(Array(2).fill({ recipient: null, why: null }));
  });

  test('of an answer after which something else was said, nobody is asked to send it again or to call', async () => {
    await using mail = await startMailServer();
    mail.answer = () => '550 5.1.1 Unknown';
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    const [{ id = '' } = {}] = await writeTo(scene, 1);
    await sendAll(scene, mail);
    const [{ id: message } = { id: '' }] = await store.db.selectFrom('messages').select('id').execute();
    const today = async () => scene.textOf(officePaths.home);
    expect(await today()).toContain('Told by phone');
    mail.answer = () => '250 OK';
    const words = { subject: 'Come', text: 'Words' };
    await store.write((trx) => replyTo(trx, id, words, 'shortlisted', writer));
    await sendAll(scene, mail);
    const page = await scene.textOf(officePaths.application(id));
    expect([page.includes('Send again'), page.includes('Told by phone')]).toEqual([false, false]);
    expect(await today()).not.toContain('was not accepted');
    await answered(409, boss.post(officePaths.again, { message }));
    await boss.post(officePaths.seen, { messages: message });
    expect(await scene.textOf(officePaths.application(id))).not.toContain('told by phone');
  });

  test('dead addresses are named until they are seen, and the rest goes on', async () => {
    await using mail = await startMailServer();
    const dead = [0, 1, 2].map(addressOf);
    mail.answer = (address) => (dead.includes(address) ? '550 No Such User Here' : '250 OK');
    const scene = await openOffice(await newStore());
    await addReaders(scene.store, 12);
    const newsletter = await scene.store.write(startedNewsletter);
    await sendAll(scene, mail);
    expect(received(mail)).toHaveLength(9);
    const page = await scene.textOf(officePaths.newsletter(newsletter));
    expect(page).toContain('9 of 12 sent. 3 were not accepted.');
    for (const address of dead)
      expect(page).toContain(`${address}: was not accepted (550 No Such User Here)`);
    const words = '“News”: 9 of 12 sent. 3 were not accepted.';
    expect(await scene.textOf(officePaths.home)).toContain(words);
    await scene.boss.post(officePaths.seen, { newsletters: newsletter });
    expect(await scene.textOf(officePaths.home)).not.toContain(words);
  });

  test('an ended newsletter can be sent to those whom it certainly did not reach, if they still want it', async () => {
    await using mail = await startMailServer();
    const scene = await openOffice(await newStore());
    await addReaders(scene.store, 6);
    const newsletter = await scene.store.write(startedNewsletter);
    const ends = ['given up', 'given up', 'given up', 'perhaps', 'not accepted', 'sent'] as const;
    const { db } = scene.store;
    for (const [number, state] of ends.entries())
      await db
        .updateTable('messages')
        .set({ state, ended_at: long, hand_overs: Number(state === 'perhaps') })
        .where('recipient', '=', addressOf(number))
        .where('kind', '=', 'newsletter')
        .execute();
    await db.updateTable('newsletters').set({ state: 'ended', ended_at: long }).execute();
    await db
      .updateTable('subscribers')
      .set({ confirmed_at: null })
      .where('email_key', '=', addressOf(2))
      .execute();
    const path = officePaths.newsletter(newsletter);
    expect(await scene.textOf(path)).toContain('Send to the 2 it did not reach');
    await scene.boss.post(`${path}/unreached`);
    await sendAll(scene, mail);
    expect(received(mail)).toEqual([addressOf(0), addressOf(1)]);
    expect(await scene.textOf(path)).toContain(
      '3 of 6 sent. 1 was not accepted. 1 may have arrived. 1 was not sent.',
    );
    const stranger = db.selectFrom('messages').select('id').where('recipient', '=', addressOf(2));
    await scene.boss.post(officePaths.again, { message: (await stranger.executeTakeFirst())?.id ?? '' });
    await sendAll(scene, mail);
    expect(received(mail)).toHaveLength(2);
    await answered(409, scene.boss.post(`${path}/unreached`));
    // What may have arrived is not taken back by what its repetition meets.
    mail.answer = () => '550 5.1.1 Unknown';
    const perhaps = db.selectFrom('messages').select('id').where('state', '=', 'perhaps');
    await scene.boss.post(officePaths.again, { message: (await perhaps.executeTakeFirst())?.id ?? '' });
    await sendAll(scene, mail);
    expect(await scene.textOf(path)).toContain('3 of 6 sent. 1 was not accepted. 1 may have arrived.');
  });

  test('one click in an email program unsubscribes with a body of any type, from any origin', async () => {
    const part = 'content-disposition: form-data; name="List-Unsubscribe"';
    const bodies = [
      ['multipart/form-data; boundary=x', `--x\r\n${part}\r\n\r\nOne-Click\r\n--x--`],
      ['text/plain', 'List-Unsubscribe=One-Click'],
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['rubbish', 'x'],
      ['', ''],
    ] as const;
    const scene = await openOffice({ ...(await newStore()), RATE_LIMIT_MAX: '1' });
    await addReaders(scene.store, bodies.length);
    const rows = await scene.store.db.selectFrom('subscribers').select('token').execute();
    for (const [number, [type, payload]] of bodies.entries()) {
      const link = await linkOf(scene.store.db, 'unsubscribe', rows[number]?.token ?? '');
      const url = officePaths.unsubscribe(link);
      const headers = { origin: 'null', ...(type && { 'content-type': type }) };
      await answered(200, scene.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) }));
    }
    expect(await scene.subscribers()).toEqual([]);
    const url = officePaths.confirm(await linkOf(scene.store.db, 'confirm', rows[0]?.token ?? ''));
    const headers = { origin: 'https://elsewhere.example' };
    await answered(403, scene.app.inject({ method: 'POST', url, headers }));
  });

  test('without a mail server Today says how many emails wait', async () => {
    const scene = await openOffice(await newStore());
    await writeTo(scene, 2);
    expect(await scene.textOf(officePaths.home)).toContain(
      '2 emails wait, because no mail server is set up.',
    );
  });

  test('a mistyped subscriber is shown with the reason, and is deleted a week later', async () => {
    await using mail = await startMailServer();
    mail.answer = () => '550 5.1.1 No such user';
    const scene = await openOffice(await newStore());
    await scene.store.write((trx) => subscribeAs(trx, applicant.email, { asks: true }));
    await sendAll(scene, mail);
    const page = await scene.textOf(officePaths.subscribers);
    expect(page).toContain('1 has not confirmed yet and will be deleted after 7 days.');
    expect(page).toContain('not confirmed yet: the last email was not accepted (550 5.1.1 No such user)');
  });
});
