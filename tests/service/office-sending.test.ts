import { expect, test } from 'vitest';

import { mailRound } from '#server/mail/sender.ts';
import { mailKinds } from '#server/mail-kinds.ts';
import * as letters from '#server/newsletter/newsletters.ts';

import { startMailServer } from './mail.ts';
import { addReaders, openOffice } from './office-scene.ts';

const draft = { subject: 'News', source: 'Text' };

test.each([
  ['lost while it takes a message is not tried again', false, 'perhaps'],
  ['that is not reached is tried again', true, 'waiting'],
])('a mail server %s', async (_, isGone, state) => {
  const { config, store } = await openOffice();
  await addReaders(store, 1);
  const id = await store.write((trx) => letters.saveNewsletter(trx, undefined, draft, 0));
  await store.write((trx) => letters.sendToAll(trx, id, 1));
  const mail = await startMailServer();
  const leave = () => mail[Symbol.asyncDispose]();
  mail.taken = async () => {
    await leave();
    return '';
  };
  if (isGone) await leave();
  const round = mailRound(store, { ...config, smtpUrl: mail.url }, mailKinds, () => {});
  await round?.(AbortSignal.timeout(10_000));
  expect(await letters.progressOf(store.db, id)).toMatchObject([{ state, count: 1 }]);
});
