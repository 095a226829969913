import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { deleteExpired } from '#server/retention.ts';

import { openAlerting } from './alerting.ts';
import { openedStore } from './office-scene.ts';
import { newSubscriber } from './push.ts';
import { answered, hourMs, setClock, sharedApp, until, untilLater } from './store.ts';

test('thousands of addresses that no push ever reached shut nobody out', async () => {
  setClock('2025-01-01');
  const { config, subscribe, openVacancy, untilPushed } = await openAlerting({});
  const reached = await subscribe();
  await openVacancy('Valve Intern');
  await untilPushed(1);
  using database = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'), { timeout: 5_000 });
  const find = (what: string) => database.prepare(`select endpoint from alerts ${what}`).all();
  await until(() => expect(find('where reached_at is not null')).toHaveLength(1));
  database.exec(`insert into alerts (endpoint, p256dh, auth, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
    select 'https://x/' || i, 'x', 'x', '2026-01-02' from n`);
  setClock('2026-02-01');
  const late = await subscribe();
  const [all, theirs] = [find(''), [reached, late].map(({ subscription: { endpoint } }) => ({ endpoint }))];
  expect([all.length, all]).toEqual([10_000, expect.arrayContaining(theirs)]);
});

test('an address that refuses alerts for a week is deleted', async () => {
  setClock('2027-03-01');
  const { config, openVacancy, service, subscribe, post } = await openAlerting({});
  const store = await openedStore(config);
  const endpoints = store.db.selectFrom('alerts').select('endpoint');
  const stored = (failing: boolean) =>
    endpoints.where('failing_since', failing ? 'is not' : 'is', null).execute();
  const subscribers = [await subscribe('500'), await subscribe('502'), await subscribe('503')];
  const [failing, renewed, mended] = subscribers.map(({ subscription }) => subscription);
  await openVacancy('Valve');
  await until(async () => expect(await stored(true)).toHaveLength(3));
  const own = renewed?.endpoint ?? '';
  await store.db.deleteFrom('pushes').where('endpoint', '=', own).execute();
  await answered(201, post('alerts', { subscription: renewed }));
  const { answer } = service;
  service.answer = (seen, response) => answer({ ...seen, path: seen.path.replace('/503', '/201') }, response);
  const kept = [renewed, mended].map((subscription) => ({ endpoint: subscription?.endpoint }));
  await untilLater(60_000, async () => expect(await stored(false)).toEqual(expect.arrayContaining(kept)));
  const deleteAfter = (days: number) =>
    deleteExpired(store, null, { clock: Date.parse('2027-03-01') + days * 24 * hourMs });
  await deleteAfter(6.9);
  expect(await stored(true)).toEqual([{ endpoint: failing?.endpoint }]);
  await deleteAfter(7.1);
  expect(await stored(true)).toEqual([]);
  expect(await stored(false)).toHaveLength(2);
});

const site = sharedApp();

const strangers =
  'https://push.example.com/x https://fcm.googleapis.com.example.com/x https://evilpush.apple.com/x ' +
  'http://fcm.googleapis.com/x https://fcm.googleapis.com:8443/x https://user@fcm.googleapis.com/x ' +
  'https://fcm.googleapis.com./x ftp://fcm.googleapis.com/x https://127.0.0.1/x https://2130706433/x ' +
  'https://0x7f.1/x https://[::1]/x https://localhost/x https://push.localhost/x https://printer.local/x';

test.each([...strangers.split(' '), '', 7, `https://fcm.googleapis.com/${'x'.repeat(1_000)}`])(
  '%s is no address of a push service',
  async (endpoint) => {
    const { post } = site();
    const { keys } = newSubscriber().subscription;
    const answer = await answered(422, post('alerts', { subscription: { endpoint, keys } }));
    expect(answer.json()).toEqual({ error: expect.stringContaining('endpoint') });
  },
);

test('addresses of the known push services are taken, and keys that cannot be used are not', async () => {
  const { post } = site();
  const { endpoint, keys } = newSubscriber().subscription;
  for (const known of [
    ...['https://updates.push.services.mozilla.com/wpush/v2/x', 'https://web.push.apple.com/x'],
    ...['https://wns2-par02p.notify.windows.com/w/?token=x', endpoint],
  ])
    await answered(201, post('alerts', { subscription: { endpoint: known, keys } }));
  for (const wrong of [{ ...keys, p256dh: keys.auth }, { ...keys, auth: 'short' }, undefined]) {
    const answer = await answered(422, post('alerts', { subscription: { endpoint, keys: wrong } }));
    expect(answer.json()).toEqual({ error: expect.stringContaining('keys') });
  }
});
