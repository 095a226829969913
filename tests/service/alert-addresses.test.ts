import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { openAlerting } from './alerting.ts';
import { newSubscriber } from './push.ts';
import { answered, openApp, setClock, until } from './store.ts';

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

const strangers =
  'https://push.example.com/x https://fcm.googleapis.com.example.com/x https://evilpush.apple.com/x ' +
  'http://fcm.googleapis.com/x https://fcm.googleapis.com:8443/x https://user@fcm.googleapis.com/x ' +
  'https://fcm.googleapis.com./x ftp://fcm.googleapis.com/x https://127.0.0.1/x https://2130706433/x ' +
  'https://0x7f.1/x https://[::1]/x https://localhost/x https://push.localhost/x https://printer.local/x';

test.each([...strangers.split(' '), '', 7, `https://fcm.googleapis.com/${'x'.repeat(1_000)}`])(
  '%s is no address of a push service',
  async (endpoint) => {
    const { post } = await openApp();
    const { keys } = newSubscriber().subscription;
    const answer = await answered(422, post('alerts', { subscription: { endpoint, keys } }));
    expect(answer.json()).toEqual({ error: expect.stringContaining('endpoint') });
  },
);

test('addresses of the known push services are taken, and keys that cannot be used are not', async () => {
  const { post } = await openApp();
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
