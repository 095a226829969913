import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { newSubscriber } from '../kit/push.ts';
import { openAlerting } from './alerting.ts';
import { openedStore } from './office-scene.ts';
import { answered, dayMs, moveClock, setClock, sharedApp } from './store.ts';

test('a network may register fifty new devices a day; the known ones stay, and cost nothing', async () => {
  setClock('2027-03-01');
  const { config, send, put } = await openAlerting({ RATE_LIMIT_MAX: '0' });
  const known = Array.from({ length: 50 }, () => newSubscriber());
  for (const one of [...known, ...known]) await put(one);
  const late = newSubscriber();
  const refused = await answered(
    429,
    send('PUT', 'alerts', { subscription: late.subscription, applications: [] }),
  );
  expect(refused.json()).toEqual({ error: expect.stringContaining('tomorrow') });
  const { db } = await openedStore(config);
  expect(await db.selectFrom('devices').select('endpoint').execute()).toHaveLength(50);
  moveClock(dayMs);
  await put(late);
});

const site = sharedApp();
const wishFor = (subscription: object) => ({ subscription, applications: [] });

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
