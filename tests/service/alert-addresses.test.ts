import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { newSubscriber } from '../kit/push.ts';
import { openAlerting } from './alerting.ts';
import { openedStore } from './office-scene.ts';
import { answered, hourMs, setClock, sharedApp, until, untilLater } from './store.ts';

test('thousands of addresses that no push has ever reached do not shut anybody out', async () => {
  setClock('2025-01-01');
  const { config, subscribe, openVacancy, untilPushed } = await openAlerting({});
  const reached = await subscribe();
  await openVacancy('Valve Intern');
  await untilPushed(1);
  using database = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'), { timeout: 5_000 });
  const find = (what: string) => database.prepare(`select endpoint from devices ${what}`).all();
  await until(() => expect(find('where reached_at is not null')).toHaveLength(1));
  database.exec(`insert into devices (endpoint, p256dh, auth, vacancies, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
    select 'https://x/' || i, 'x', 'x', 1, '2026-01-02' from n`);
  setClock('2026-02-01');
  const late = await subscribe();
  const [all, theirs] = [find(''), [reached, late].map(({ subscription: { endpoint } }) => ({ endpoint }))];
  expect([all.length, all]).toEqual([10_000, expect.arrayContaining(theirs)]);
});

test('a device is deleted after three refused alerts in a row; one that arrives resets the count, and no answer does not count', async () => {
  setClock('2027-03-01');
  const { config, openVacancy, service, subscribe } = await openAlerting({});
  const store = await openedStore(config);
  const pushes = () =>
    store.db
      .selectFrom('messages')
      .select('why')
      .where('kind', '=', 'alert')
      .where('ended_at', 'is', null)
      .execute();
  const counted = async () => {
    const rows = await store.db.selectFrom('devices').select(['endpoint', 'refused']).execute();
    return rows
      .map(({ endpoint, refused }) => `${/\/(\w+)\//.exec(endpoint.slice(8))?.[1]} ${refused}`)
      .sort();
  };
  for (const answers of ['503', '500', 'silent']) await subscribe(answers);
  const { answer } = service;
  service.answer = (seen, response) =>
    seen.path.startsWith('/silent') ? void response.destroy() : answer(seen, response);
  /** Opens a vacancy, waits until `refusing` services have refused its alert, and lets all attempts end. */
  const endAlert = async (name: string, refusing: number) => {
    await openVacancy(name);
    await until(async () =>
      expect((await pushes()).filter(({ why }) => /^\d{3}$/.test(why ?? ''))).toHaveLength(refusing),
    );
    await untilLater(25 * hourMs, async () => expect(await pushes()).toEqual([]));
  };
  await endAlert('Valve', 2);
  expect(await counted()).toEqual(['500 1', '503 1', 'silent 0']);
  const works = service.answer;
  service.answer = (seen, response) => works({ ...seen, path: seen.path.replace('/500', '/201') }, response);
  await endAlert('Pump', 1);
  expect(await counted()).toEqual(['500 0', '503 2', 'silent 0']);
  service.answer = works;
  await endAlert('Meter', 2);
  expect(await counted()).toEqual(['500 1', 'silent 0']);
});

const site = sharedApp();
const wishFor = (subscription: object) => ({ subscription, number: 1, vacancies: true, applications: [] });

const strangers =
  'https://push.example.com/x https://fcm.googleapis.com.example.com/x https://evilpush.apple.com/x ' +
  'http://fcm.googleapis.com/x https://fcm.googleapis.com:8443/x https://user@fcm.googleapis.com/x ' +
  'https://fcm.googleapis.com./x ftp://fcm.googleapis.com/x https://127.0.0.1/x https://2130706433/x ' +
  'https://0x7f.1/x https://[::1]/x https://localhost/x https://push.localhost/x https://printer.local/x';

test.each([...strangers.split(' '), '', 7, `https://fcm.googleapis.com/${'x'.repeat(1_000)}`])(
  '%s is not accepted as the address of a push service',
  async (endpoint) => {
    const { send } = site();
    const { keys } = newSubscriber().subscription;
    const answer = await answered(422, send('PUT', 'alerts', wishFor({ endpoint, keys })));
    expect(answer.json()).toEqual({ error: expect.stringContaining('endpoint') });
  },
);

test('addresses of known push services are accepted, unusable keys are not', async () => {
  const { send } = site();
  const { endpoint, keys } = newSubscriber().subscription;
  for (const known of [
    ...['https://updates.push.services.mozilla.com/wpush/v2/x', 'https://web.push.apple.com/x'],
    ...['https://wns2-par02p.notify.windows.com/w/?token=x', endpoint],
  ])
    await answered(200, send('PUT', 'alerts', wishFor({ endpoint: known, keys })));
  const isNoPoint = randomBytes(65).toString('base64url');
  for (const wrong of [
    { ...keys, p256dh: keys.auth },
    { ...keys, p256dh: isNoPoint },
    { ...keys, p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url') },
    { ...keys, auth: 'short' },
    undefined,
  ]) {
    const answer = await answered(422, send('PUT', 'alerts', wishFor({ endpoint, keys: wrong })));
    expect(answer.json()).toEqual({ error: expect.stringContaining('keys') });
  }
});
