import { expect, test } from 'vitest';

import { removeDevice } from '#server/devices/devices.ts';
import { addMessages } from '#server/outgoing/add-messages.ts';
import { pushKeys, sendPushes } from '#server/outgoing/push-sender.ts';

import { newSubscriber, startPushService } from '../kit/push.ts';
import { startMailServer } from './mail.ts';
import { applied, openOffice, roundsTo } from './office-scene.ts';
import { hourMs, moveClock, setClock } from './store.ts';

test.each([
  ['a push service', 'email', '503'],
  ['the mail server', 'push', '201'],
])('while %s is down for a day, each %s leaves at once', async (_, leaves, pushAnswer) => {
  setClock('2027-03-01');
  const scene = await openOffice();
  const { store, config } = scene;
  const { id: application } = await applied(scene);
  const vacancy = await scene.job();
  await scene.app.close();
  await using mail = await startMailServer();
  await using service = await startPushService();
  const { endpoint, keys } = newSubscriber(pushAnswer).subscription;
  const device = { endpoint, ...keys };
  await store.db.insertInto('devices').values(device).execute();
  const sendMail = roundsTo(scene, leaves === 'email' ? mail.url : 'smtp://127.0.0.1:9');
  const keysOfSite = await pushKeys(store);
  const site = { keys: keysOfSite, siteUrl: config.siteUrl, agent: service.agent, removeDevice };
  const email = { kind: 'receipt', urgency: 2, about: application } as const;
  const push = { kind: 'alert', recipient: endpoint, about: vacancy } as const;
  const [stuck, leaving] = leaves === 'email' ? [push, email] : [email, push];
  await store.write((trx) => addMessages(trx, [stuck]));
  for (let hour = 1; hour <= 24; hour += 1) {
    await store.write((trx) => addMessages(trx, [leaving]));
    while (await sendMail());
    while (await sendPushes(store, site));
    expect(leaves === 'email' ? mail.mails : service.seen).toHaveLength(hour);
    moveClock(hourMs);
  }
  const tried = leaves === 'email' ? service.seen.length > 1 : mail.mails.length === 0;
  expect(tried).toBe(true);
});
