import { StatementSync } from 'node:sqlite';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { findNewsletter } from '#server/newsletter/newsletters.ts';
import { countMessages, deleteCounted } from '#server/newsletter/sending.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { claimMessages, settle } from '#server/outgoing/queue.ts';
import { findFact } from '#server/store/facts.ts';
import { sortAddresses } from '#server/subscribers/list-changes.ts';
import { linkOf } from '#server/subscribers/subscribers.ts';

import { readable, received, startMailServer } from './mail.ts';
import {
  addReaders,
  addressOf,
  deleteAsOf,
  entered,
  openOffice,
  passTest,
  problemIn,
  roundsTo,
  savedNewsletter,
  sendNewsletter,
  startedNewsletter,
  textIn,
} from './office-scene.ts';
import {
  ada,
  answered,
  dayMs,
  hourMs,
  isFull,
  moveClock,
  openMailed,
  setClock,
  stores,
  until,
} from './store.ts';

const nobody = { SMTP_URL: 'smtp://127.0.0.1:9' };
const fast = { NEWSLETTER_PER_HOUR: '1000000' };

describe.each(stores)('on $name', ({ newStore }) => {
  test('a newsletter cannot be sent if one of its articles was taken off the site after the test', async () => {
    const scene = await openOffice({ ...(await newStore()), ...nobody });
    const { boss, store } = scene;
    await addReaders(store, 1);
    await boss.post(officePaths.article('new'), { type: 'press', title: 'A new line', source: 'Text' });
    await boss.post(officePaths.publish('a-new-line'), { version: '1', when: 'now' });
    const newsletter = await savedNewsletter(boss, { article: 'a-new-line' });
    await boss.post(`${newsletter}/test`);
    await store.write(passTest);
    await boss.post(`${officePaths.article('a-new-line')}/unpublish`);
    const refused = await boss.post(`${newsletter}/send`, { version: '1' });
    expect([refused.statusCode, problemIn(refused)]).toEqual([
      409,
      '“A new line” is no longer on the site. Take it out of the newsletter, or publish it again.',
    ]);
    expect(
      await store.db.selectFrom('messages').select('id').where('kind', '=', 'newsletter').execute(),
    ).toEqual([]);
  });

  test('two people who press "Send me a test" both get it', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const newsletter = await savedNewsletter(scene.boss);
    const colleague = await entered(scene.app, scene.store, 'two@hcs.example', 'all');
    await Promise.all([scene.boss.post(`${newsletter}/test`), colleague.post(`${newsletter}/test`)]);
    await until(() => expect(received(scene.mail)).toEqual(['boss@hcs.example', 'two@hcs.example']));
  });

  test('a message in progress "is being sent", and never once it has ended; "Stop" then says that it had been sent', async () => {
    const scene = await openMailed(openOffice, { ...(await newStore()), ...fast });
    const { store, boss, mail } = scene;
    await addReaders(store, 2);
    const taken = Promise.withResolvers<string>();
    mail.taken = async () => (mail.mails.length === 2 ? taken.promise : '250 OK');
    const newsletter = await savedNewsletter(boss);
    const { headers } = await sendNewsletter(scene, newsletter);
    await until(async () => expect(await scene.textOf(newsletter)).toContain('1 of 2 sent'));
    await until(async () =>
      expect(await scene.textOf(newsletter)).toMatch(/1 is being sent\.(?!.*uncertain)/),
    );
    taken.resolve('250 OK');
    await until(async () => expect(await scene.textOf(newsletter)).toContain('2 of 2 sent.'));
    expect(await scene.textOf(String(headers.location))).not.toContain('being sent');
    const stopped = await boss.post(`${newsletter}/stop`);
    const page = await scene.textOf(String(stopped.headers.location));
    expect(page).toContain('It had already been sent.');
    expect(page).toContain('2 of 2 sent.');
    expect(page).not.toContain('Stopped');
  });

  test('without the mail server everything waits, however long, and Today says since when', async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const scene = await openOffice({ ...(await newStore()), ...nobody, ...fast });
    const { store } = scene;
    await addReaders(store, 3);
    const newsletter = await savedNewsletter(scene.boss);
    await sendNewsletter(scene, newsletter);
    const stopped = 'The mail server cannot be reached since 10:00 (ECONNREFUSED); 3 emails wait.';
    await until(async () => expect(await scene.textOf(officePaths.home)).toContain(stopped));
    expect(await scene.textOf(newsletter)).not.toContain('the rest by about');
    moveClock(80 * hourMs);
    const tried = store.db.selectFrom('messages').select(['attempts', 'first_at']);
    const none = { attempts: 0, first_at: null };
    await until(async () => {
      expect(JSON.parse((await findFact(store.db, 'mail-stopped')) ?? '{}').nextTry).toMatch(
        /^2027-03-04T16:1/,
      );
      expect(await tried.execute()).toEqual([none, none, none]);
    });
  });

  test('a newsletter stopped for thirty days ends with its counts, and thirty days later without its addresses', async () => {
    setClock('2027-03-01');
    const { app, store, boss } = await openOffice(await newStore());
    await addReaders(store, 2);
    const id = await store.write(startedNewsletter);
    const newsletter = officePaths.newsletter(id);
    await boss.post(`${newsletter}/stop`);
    moveClock(29 * dayMs);
    await deleteAsOf(store);
    expect((await boss.get(newsletter)).body).toContain('Resume sending');
    moveClock(2 * dayMs);
    await deleteAsOf(store);
    const later = await entered(app, store, 'boss@hcs.example', 'all');
    const page = (await later.get(newsletter)).body;
    expect(page).toContain('0 of 2 sent.');
    expect(page).not.toContain('Resume sending');
    expect((await later.post(`${newsletter}/continue`)).statusCode).toBe(409);
    expect(await findNewsletter(store.db, id)).toMatchObject({ state: 'ended', results: null });
    expect(page).toContain('Send to the 2 it did not reach');
    moveClock(31 * dayMs);
    const counted = new Date(Date.now() - 30 * dayMs).toISOString();
    await store.write((trx) => deleteCounted(trx, counted, 1));
    const { id: message } = await store.db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
    const again = await (await entered(app, store, 'boss@hcs.example', 'all')).post(officePaths.again, {
      message,
    });
    expect([again.statusCode, textIn(again)]).toEqual([
      409,
      expect.stringContaining('This newsletter ended more than thirty days ago.'),
    ]);
    await deleteAsOf(store);
    expect(await store.db.selectFrom('messages').select('id').execute()).toEqual([]);
    const last = await entered(app, store, 'boss@hcs.example', 'all');
    const words = textIn(await last.get(newsletter));
    expect(words).toContain('0 of 2 sent. 2 were not sent.');
    expect(words).not.toContain('did not reach');
  });

  test('[Seen] of a page that is out of date hides nothing that happens later', async () => {
    const { store, boss, textOf } = await openOffice(await newStore());
    await addReaders(store, 1);
    const id = await store.write(startedNewsletter);
    await boss.post(officePaths.seen, { newsletters: id });
    for (const message of await claimMessages(store, 'email', { perHour: 60, most: 1 }))
      await store.write((trx) => settle(trx, message, 'address', '550 5.1.1 Unknown'));
    expect(await textOf(officePaths.home)).toContain('1 was not accepted.');
  });

  test('people who subscribed while the server sent no email are asked to confirm before they get any', async () => {
    const settings = await newStore();
    const before = await openOffice(settings);
    await answered(201, before.post('subscribe', ada));
    await using mail = await startMailServer();
    const scene = await openOffice({ ...before.settings, SMTP_URL: mail.url });
    const list = officePaths.subscribers;
    expect(await scene.textOf(list)).toContain(
      '1 was never asked to confirm, because no email could be sent then.',
    );
    await deleteAsOf(scene.store, Date.now() + 20 * dayMs);
    await scene.boss.post(`${list}/ask`);
    await until(() => expect(received(mail)).toEqual([ada.email]));
    await until(async () => expect(await scene.textOf(list)).toContain('1 has not confirmed'));
    const [, link = ''] = /(\/confirm\/[\w-]+)/.exec(readable(mail.mails[0]?.text)) ?? [];
    await scene.stranger.post(link);
    expect(await scene.textOf(list)).toContain('1 person is subscribed');
  });

  test("an old newsletter's link also ends a later subscription; a damaged link or a confirmation link does not", async () => {
    const scene = await openOffice(await newStore());
    const { store, stranger } = scene;
    await addReaders(store, 1);
    const { token } = await store.db.selectFrom('subscribers').select('token').executeTakeFirstOrThrow();
    const link = await linkOf(store.db, 'unsubscribe', token);
    await scene.change((trx) => trx.deleteFrom('subscribers').execute());
    await addReaders(store, 1);
    const confirming = await linkOf(store.db, 'confirm', token);
    const readers = () => store.db.selectFrom('subscribers').select('email').execute();
    for (const wrong of [`${link.slice(0, -1)}_`, link.slice(0, -4), confirming, token]) {
      for (const answer of [
        await stranger.get(officePaths.unsubscribe(wrong)),
        await stranger.post(officePaths.unsubscribe(wrong)),
      ])
        expect([answer.statusCode, textIn(answer)]).toEqual([
          404,
          expect.stringContaining('This link is incomplete.'),
        ]);
    }
    expect(await readers()).toEqual([{ email: addressOf(0) }]);
    await answered(200, stranger.post(officePaths.unsubscribe(link)));
    expect(await readers()).toEqual([]);
  });

  test('who unsubscribes by an old link while not on the list is remembered, and no list brings them back', async () => {
    const { store, stranger, change } = await openOffice(await newStore());
    await addReaders(store, 1);
    const { token } = await store.db.selectFrom('subscribers').select('token').executeTakeFirstOrThrow();
    await change((trx) => trx.deleteFrom('subscribers').execute());
    const path = officePaths.unsubscribe(await linkOf(store.db, 'unsubscribe', token));
    expect((await stranger.get(path)).body).toContain('>Unsubscribe</button>');
    await answered(200, stranger.post(path));
    expect((await stranger.get(path)).body).toContain('is not subscribed to our newsletter');
    const list = [{ email: addressOf(0), name: '' }];
    expect(await sortAddresses(store.db, list)).toMatchObject({ fresh: [], left: list });
  });
});

test('an email of a newsletter takes at most half of seventeen statements, from the claim to its end', async () => {
  const count = isFull ? 500 : 30;
  const { app, store, config } = await openOffice();
  await app.close();
  await addReaders(store, count);
  const id = await store.write(startedNewsletter);
  await using mail = await startMailServer();
  const round = roundsTo({ store, config }, mail.url);
  let statements = 0;
  const counting = (['all', 'run'] as const).map((method) => {
    const real = StatementSync.prototype[method];
    return vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...given
    ) {
      if (!/^(?:begin|commit)/.test(this.sourceSQL)) statements += 1;
      return Reflect.apply(real, this, given);
    });
  });
  onTestFinished(() => {
    for (const spy of counting) spy.mockRestore();
  });
  while (received(mail).length < count) await round();
  for (const spy of counting) spy.mockRestore();
  expect(await countMessages(store.db, { id, results: null })).toEqual({ sent: count });
  expect(statements / count).toBeGreaterThan(4);
  // It was seventeen when results were kept in columns.
  expect(statements / count).toBeLessThanOrEqual(17 / 2);
});
