import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { writeFact } from '#server/store/facts.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';
import { serverErrors } from '#src/words/errors.ts';

import { openHiring } from './hiring-scene.ts';
import { openedStore } from './office-scene.ts';
import { ada, answered, applicant, asker, dayMs, key, moveClock, openApp, stores, until } from './store.ts';
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
    // SQLite's log is truncated soon after.
    await until(async () => expect(await stored()).not.toMatch(/Nchimunya|atasha@|firmware\./));
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
    await until(async () => expect(await stored()).not.toContain('Only Subscribed'));
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
    await until(async () => expect(await stored()).not.toMatch(RegExp(`${applicant.email}|${asker.name}`)));
    for (const late of [() => apply(open, key('k')), () => post('enquiry', asker, key('k'))])
      expect((await answered(410, late())).json()).toEqual({ error: serverErrors.deleted });
    expect(await list(), 'its key is known').toEqual([]);
    const keys = store.db.selectFrom('idempotency_keys').select('hash');
    await restartAfter(91, async () => expect(await keys.execute()).toEqual([]));
    await answered(201, apply(open, key('k')));
    expect(await list(), 'its key is forgotten').toHaveLength(1);
  });

  test('“forget” and the search know letters beyond ASCII, however they were typed', async () => {
    const scene = await openHiring(await newStore());
    await scene.applyAs('Élodie', { email: 'Info@BÜRO.com' });
    await scene.post('enquiry', { ...asker, email: 'info@büro.com' });
    await scene.post('subscribe', { name: 'Élodie', email: 'INFO@büro.com' });
    for (const search of ['élodie', 'ELODIE', 'büro', 'BURO.com']) {
      const found = await scene.boss.post(officePaths.applications, { search });
      expect(found.body, search).toContain('>Élodie<');
      expect((await scene.boss.post(officePaths.subscribers, { search })).body, search).toContain('Élodie');
    }
    const said = await scene.command('forget', '--yes', 'info@BÜRO.com');
    expect(said).toContain('applications: 1, enquiries: 1, subscriptions: 1');
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
