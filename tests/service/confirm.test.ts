import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { honeypotField } from '#src/contract/response.ts';
import { formWords } from '#src/words/forms.ts';

import { type MailServer, readable } from './mail.ts';
import { deleteAsOf, openOffice } from './office-scene.ts';
import { ada, answered, hourMs, key, moveClock, openMailed, setClock, stores, until } from './store.ts';

const linkIn = ({ mails }: MailServer) =>
  /http:\/\/localhost:4173(\/confirm\/[\w-]+)/.exec(readable(mails[0]?.text))?.[1] ?? '';

describe.each(stores)('on $name', ({ newStore }) => {
  test('only who pressed the button behind the link is written to, and keeps their name', async () => {
    const { boss, post, stranger, subscribers, mail } = await openMailed(openOffice, await newStore());
    const body = { message: formWords.subscribe.confirm, confirm: true };
    for (let time = 0; time < 2; time += 1) {
      const answer = await answered(201, post('subscribe', ada, key('first')));
      expect(answer.json()).toEqual(body);
    }
    await until(() => expect(mail.mails).toHaveLength(1));
    const recipients = async () => (await boss.get(officePaths.newsletter)).body;
    const path = linkIn(mail);
    expect((await stranger.get(path)).body).toContain('>Yes, send me the newsletter</button>');
    expect(await recipients()).toMatch(/\b0 (?:person gets|people get|get) it/);
    expect((await stranger.post(path)).body).toContain('You are on the list.');
    expect(await recipients()).toMatch(/\b1 (?:person gets|people get|get) it/);
    expect((await stranger.get(path)).body).toContain('You are on the list.');
    expect((await stranger.get(`${path}x`)).statusCode).toBe(404);
    expect((await stranger.post(`${path}x`)).statusCode).toBe(404);
    setClock(Date.now() + 9 * hourMs);
    const renamed = await answered(201, post('subscribe', { ...ada, name: 'Somebody else' }));
    expect(renamed.json()).toEqual(body);
    await until(() => expect(mail.mails).toHaveLength(2));
    expect(readable(mail.mails[1]?.text)).toContain('Subject: You are already subscribed');
    expect(await subscribers()).toMatchObject([{ ...ada, isConfirmed: true }]);
  });

  test('an address is asked at most once in eight hours, a robot never', async () => {
    setClock('2027-03-01');
    const { post, mail } = await openMailed(openOffice, await newStore());
    await post('subscribe', { ...ada, [honeypotField]: 'filled' });
    await post('subscribe', ada);
    await until(() => expect(mail.mails).toHaveLength(1));
    moveClock(7 * hourMs);
    for (const name of ['a', 'b', 'c']) await post('subscribe', { ...ada, name });
    await post('subscribe', { name: 'Other', email: 'other@example.com' });
    await until(() => expect(mail.mails.map(({ to }) => to[0])).toEqual([ada.email, 'other@example.com']));
    moveClock(hourMs);
    await until(() => expect(mail.mails).toHaveLength(3));
  });

  test('whoever does not confirm is deleted seven days after the email', async () => {
    setClock('2027-03-01');
    const { post, store, mail, subscribers } = await openMailed(openOffice, await newStore());
    mail.answer = () => '451 Later';
    await post('subscribe', ada);
    const asked = () => store.db.selectFrom('messages').select('why').where('why', 'like', '451%').execute();
    await until(async () => expect(await asked()).toHaveLength(1));
    moveClock(48 * hourMs);
    mail.answer = () => '250 OK';
    await until(() => expect(mail.mails).toHaveLength(1));
    const isAsked = () => store.db.selectFrom('subscribers').select('asked_at').execute();
    await until(async () => expect((await isAsked())[0]?.asked_at).not.toBeNull());
    for (const [hours, left] of [
      [7 * 24 - 1, 1],
      [2, 0],
    ] as const) {
      moveClock(hours * hourMs);
      await deleteAsOf(store);
      expect(await subscribers()).toHaveLength(left);
    }
  });
});

test('a hundred are asked in an hour; more are asked later', async () => {
  setClock('2027-03-01');
  const { post, store, mail } = await openMailed(openOffice);
  const claimed_at = new Date().toISOString();
  const done = {
    kind: 'confirm' as const,
    created_at: claimed_at,
    due_at: claimed_at,
    claimed_at,
    state: 'sent' as const,
  };
  const asked = Array.from({ length: 99 }, (_, count) => ({
    ...done,
    id: `${count}`,
    recipient: `x${count}`,
  }));
  await store.db.insertInto('messages').values(asked).execute();
  for (const name of ['one', 'two']) await post('subscribe', { name, email: `${name}@example.com` });
  await post('subscribe', ada);
  await until(() => expect(mail.mails).toHaveLength(1));
  moveClock(hourMs - 1_000);
  await post('subscribe', { name: 'three', email: 'three@example.com' });
  expect(mail.mails).toHaveLength(1);
  moveClock(2_000);
  await until(() => expect(mail.mails).toHaveLength(4));
});

test('without a mail server a subscription waits until somebody has asked', async () => {
  const { post, subscribers } = await openOffice();
  const answer = await answered(201, post('subscribe', ada));
  expect(answer.json()).toEqual({ message: 'Thank you for subscribing.' });
  expect(await subscribers()).toMatchObject([{ isConfirmed: false }]);
});
