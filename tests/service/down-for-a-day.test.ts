import { expect, test } from 'vitest';

import { addMessages } from '#server/outgoing/add-messages.ts';
import { pushKeys, sendPushes } from '#server/outgoing/push-sender.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import '#server/mail-kinds.ts';

import { newSubscriber, startPushService } from '../kit/push.ts';
import { received, startMailServer } from './mail.ts';
import { applied, openOffice } from './office-scene.ts';
import { hourMs, moveClock, setClock } from './store.ts';

/** A mail server and a push service, and what sends to them, one thing a call. */
async function open(pushAnswer: string, isMailDown = false) {
  setClock('2027-03-01');
  const scene = await openOffice();
  const { store, config } = scene;
  await applied(scene);
  const application = (await scene.list())[0]?.id ?? '';
  const vacancy = await scene.job();
  await scene.app.close();
  const mail = await startMailServer();
  const service = await startPushService();
  const { subscription } = newSubscriber(pushAnswer);
  const { endpoint, keys } = subscription;
  const device = { endpoint, ...keys, vacancies: 1, created_at: '2027-01-01' };
  await store.db.insertInto('devices').values(device).execute();
  const settings = {
    ...config,
    smtpUrl: isMailDown ? 'smtp://127.0.0.1:9' : mail.url,
    mailFrom: 'hr@hcs.example',
  };
  const sendMail = mailRound(store, settings, () => {});
  const site = { keys: await pushKeys(store), siteUrl: config.siteUrl, agent: service.agent };
  const send = async () => {
    while (await sendMail?.(new AbortController().signal));
    while (await sendPushes(store, site));
  };
  return {
    ...{ mail, service, send },
    email: () => store.write((trx) => addMessages(trx, [{ kind: 'receipt', urgency: 2, application }])),
    push: () =>
      store.write((trx) =>
        addMessages(trx, [{ kind: 'alert', transport: 'push', device: endpoint, vacancy }]),
      ),
    async [Symbol.asyncDispose]() {
      await mail[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

test('while a push service is down for a day, each email leaves at once', async () => {
  await using scene = await open('503');
  await scene.push();
  for (let hour = 1; hour <= 24; hour += 1) {
    await scene.email();
    await scene.send();
    expect(received(scene.mail)).toHaveLength(hour);
    moveClock(hourMs);
  }
  expect(scene.service.seen.length).toBeGreaterThan(1);
});

test('while the mail server is down for a day, each push leaves at once', async () => {
  await using scene = await open('201', true);
  await scene.email();
  for (let hour = 1; hour <= 24; hour += 1) {
    await scene.push();
    await scene.send();
    expect(scene.service.seen).toHaveLength(hour);
    moveClock(hourMs);
  }
  expect(received(scene.mail)).toEqual([]);
});
