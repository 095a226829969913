import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { deleteOne } from '#server/replies/deletion.ts';
import { storeReply } from '#server/replies/replies.ts';
import { writeFact } from '#server/store/facts.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';
import { serverErrors } from '#src/words/errors.ts';

import { entered, openedStore, openOffice, textIn, writer } from './office-scene.ts';
import {
  ada,
  answered,
  applicant,
  asker,
  dayMs,
  key,
  moveClock,
  openApp,
  openMailed,
  stores,
  until,
} from './store.ts';
import { withSite } from './with-site.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('a person is deleted completely, and no late repeat brings her back', async () => {
    const { apply, post, command, list, stored, subscribers } = await openApp(await newStore());
    const she = { name: applicant.name, email: 'Natasha@Example.com' };
    const send = async (status = 201) => {
      for (const name of ['late', 'second-tab']) await answered(status, apply({}, key(name)));
      await answered(status, post('enquiry', { ...asker, ...she }, key('late')));
      await answered(201, post('subscribe', she, key('late')));
      await answered(201, post('subscribe', { ...she, name: 'N.' }, key('later')));
    };
    await send();
    await answered(201, apply({ description: 'Another one' }));
    await answered(201, post('subscribe', ada));
    await answered(201, post('enquiry', asker));
    const told = await command('forget', '--yes', 'NATASHA@example.com');
    expect(told).toContain('(applications: 2, enquiries: 1, subscriptions: 1)');
    await send(410);
    expect(await list()).toEqual([]);
    expect(await subscribers()).toMatchObject([ada]);
    expect(await list('enquiries')).toMatchObject([asker]);
    const left = await stored();
    for (const trace of ['Nchimunya', 'atasha@', 'firmware.']) expect(left).not.toContain(trace);
    // A subscriber can subscribe again.
    await answered(201, post('subscribe', she, key('new')));
    expect(await subscribers()).toHaveLength(2);
  });

  test("ending a subscription leaves the same person's application alone", async () => {
    const { apply, post, change, list, stored, subscribers } = await openApp(await newStore());
    await answered(201, apply());
    await answered(201, post('subscribe', { name: 'Only Subscribed', email: applicant.email }));
    const leave = (email: string) => change((trx) => unsubscribe(trx, email));
    expect(await leave(applicant.email.toUpperCase())).toBe(1);
    expect([await subscribers(), (await list()).length]).toEqual([[], 1]);
    expect(await leave(applicant.email)).toBe(0);
    expect(await stored()).not.toContain('Only Subscribed');
  });

  test('an email that is said to two applications stays while one of them is there, and its reply goes with the last', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const { mail } = scene;
    mail.answer = () => '550 5.1.1 No such user';
    const { store, list, apply } = scene;
    for (const description of ['first', 'second']) await answered(201, apply({ description }));
    const ids = (await list()).map(({ id }) => id);
    const [one = '', two = ''] = ids;
    const to = ids.map((application) => ({ application }));
    await store.write((trx) => storeReply(trx, to, { subject: 'No', text: 'Words' }, writer));
    const replies = store.db.selectFrom('messages').select(['state', 'why']);
    const reply = () => replies.where('kind', '=', 'reply').execute();
    const refused = { state: 'failed', why: '550 5.1.1 No such user' };
    await until(async () => expect(await reply()).toEqual([refused]));
    await store.write((trx) => deleteOne(trx, 'applications', one));
    expect(await reply()).toEqual([refused]);
    expect(await scene.textOf(officePaths.application(two))).toContain(refused.why);
    const again = await entered(scene.app, store, 'boss@hcs.example', 'all');
    const said = textIn(await again.get(officePaths.application(two)));
    expect(said).toMatch(
      /answered on [^,]*, the email failed.*failed \(550 5\.1\.1 No such user\)\. Please call/,
    );
    await store.write((trx) => deleteOne(trx, 'applications', two));
    expect(await store.db.selectFrom('replies').select('id').execute()).toEqual([]);
  });

  test('applications and enquiries are deleted when they expire, their keys 90 days later', async () => {
    const first = await openApp({ ...(await newStore()), RETENTION_DAYS: '30' });
    const { apply, post, list, stored, settings } = first;
    const store = await openedStore(first.config);
    // The other samples close by a date.
    const open = { job: 'talent-community' };
    await answered(201, apply(open, key('k')));
    await answered(201, post('enquiry', asker, key('k')));
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
    /** Restarts the server after so many days, as if it had deleted daily until then; it deletes once it listens. */
    const restartAfter = async (days: number, hasDeleted: () => void | Promise<void>) => {
      moveClock(days * dayMs);
      const [last, at] = [0, dayMs].map((ago) => new Date(Date.now() - ago).toISOString());
      await store.write((trx) => writeFact(trx, 'last-deletion', JSON.stringify({ until: last, at })));
      const { app } = await openApp({ ...settings, LOG_LEVEL: 'info' }, { ...withSite, log });
      await app.listen({ port: 0 });
      await until(hasDeleted);
      await app.close();
    };
    await restartAfter(29, () => {});
    expect(await list()).toHaveLength(1);
    await restartAfter(2, () => expect(lines).toContain('deleted the expired applications and enquiries'));
    expect(lines).toContain('deleting 2 expired applications and enquiries');
    expect(await list()).toEqual([]);
    expect(await list('enquiries')).toEqual([]);
    expect(await stored()).not.toMatch(RegExp(`${applicant.email}|${asker.name}`));
    for (const late of [() => apply(open, key('k')), () => post('enquiry', asker, key('k'))])
      expect((await answered(410, late())).json()).toEqual({ error: serverErrors.deleted });
    expect(await list(), 'its key is known').toEqual([]);
    const keys = store.db.selectFrom('idempotency_keys').select('hash');
    await restartAfter(91, async () => expect(await keys.execute()).toEqual([]));
    await answered(201, apply(open, key('k')));
    expect(await list(), 'its key is forgotten').toHaveLength(1);
  });
});

test('expired rows are deleted daily, without a restart', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { apply, list } = await openApp({ RETENTION_DAYS: '30' }, withSite);
  await answered(201, apply());
  await vi.advanceTimersByTimeAsync(29 * dayMs);
  expect(await list()).toHaveLength(1);
  // A day's deletion that begins late leaves the next day to the one after it.
  await until(async () => {
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(await list()).toEqual([]);
  });
});
