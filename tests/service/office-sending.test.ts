import { expect, test } from 'vitest';

import { byMail } from '#server/domain/mail-sender.ts';
import { newsletterRound } from '#server/domain/newsletter-sender.ts';
import * as letters from '#server/domain/newsletters.ts';

import { startMailServer } from './mail.ts';
import { addReaders, openOffice } from './office-scene.ts';

const draft = { subject: 'News', source: 'Text' };

async function begin() {
  const { store } = await openOffice();
  await addReaders(store, 1);
  const id = await store.write((trx) => letters.saveNewsletter(trx, undefined, draft, 0));
  await store.write((trx) => letters.sendToAll(trx, id, 1));
  return { id, store };
}

test.each([
  ['lost while it takes a message is not tried again', false, 'perhaps'],
  ['that is not reached is tried again', true, 'waiting'],
])('a mail server %s', async (_, isGone, state) => {
  const { id, store } = await begin();
  const mail = await startMailServer();
  const leave = () => mail[Symbol.asyncDispose]();
  mail.taken = async () => {
    await leave();
    return '';
  };
  if (isGone) await leave();
  const round = newsletterRound(store, byMail(mail.url, 'localhost'), 'http://localhost:4173', 1e9);
  await round(AbortSignal.timeout(10_000));
  expect(await letters.progressOf(store.db, id)).toEqual([{ state, count: 1 }]);
});

test('what the mail server does not take while "Stop" is pressed is not tried again', async () => {
  const { id, store } = await begin();
  const claimed = await letters.claimNewsletter(store, 0);
  if (claimed === undefined) throw new Error('Nothing waits.');
  await store.write((trx) => letters.stopSending(trx, id));
  await letters.settleNewsletter(store, claimed, 'later');
  const [row] = await store.db.selectFrom('mail').select('due_at').execute();
  expect(row).toEqual({ due_at: null });
});
