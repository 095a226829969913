import { expect, test } from 'vitest';

import { mailRound } from '#server/outgoing/sender.ts';
import '#server/mail-kinds.ts';
import { sendToAll } from '#server/newsletter/newsletters.ts';

import { startMailServer } from './mail.ts';
import { addReaders, openOffice, testedNewsletter } from './office-scene.ts';

test.each([
  ['lost while it is receiving a message does not get it again', false, 'perhaps'],
  ['that cannot be reached is tried again', true, 'waiting'],
])('a mail server %s', async (_, isGone, state) => {
  const { config, store } = await openOffice();
  await addReaders(store, 1);
  await store.write(async (trx) => sendToAll(trx, await testedNewsletter(trx), 1));
  const mail = await startMailServer();
  const leave = () => mail[Symbol.asyncDispose]();
  mail.taken = async () => {
    await leave();
    return '';
  };
  if (isGone) await leave();
  const round = mailRound(store, { ...config, smtpUrl: mail.url }, () => {});
  await round?.(AbortSignal.timeout(10_000));
  expect(await store.db.selectFrom('messages').select('state').execute()).toEqual([{ state }]);
});
