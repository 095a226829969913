import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import type { Store } from '#server/store/open-store.ts';
import { unsubscribe } from '#server/subscribers/subscribers.ts';
import { formWords } from '#src/words/forms.ts';

import { type MailServer, readable } from './mail.ts';
import { deleteAsOf, openOffice } from './office-scene.ts';
import {
  ada,
  answered,
  dayMs,
  hourMs,
  key,
  moveClock,
  openMailed,
  setClock,
  stores,
  until,
  untilLater,
} from './store.ts';

const linkIn = ({ mails }: Pick<MailServer, 'mails'>) =>
  /http:\/\/localhost:4173(\/confirm\/[\w-]+)/.exec(readable(mails[0]?.text))?.[1] ?? '';

/** Waits until no message is waiting. */
const settled = ({ db }: Store) =>
  until(async () => {
    const open = db.selectFrom('messages').select('id').where('state', 'in', ['waiting', 'sending']);
    expect(await open.execute()).toEqual([]);
  });

describe.each(stores)('on $name', ({ newStore }) => {
  test('only a person who pressed the button behind the link gets email, and keeps their name', async () => {
    const { boss, post, stranger, subscribers, mail } = await openMailed(openOffice, await newStore());
    const body = { message: formWords.subscribe.confirm, confirm: true };
    for (let time = 0; time < 2; time += 1) {
      const answer = await answered(201, post('subscribe', ada, key('first')));
      expect(answer.json()).toEqual(body);
    }
    await until(() => expect(mail.mails).toHaveLength(1));
    const recipients = async () => (await boss.get(officePaths.newsletters)).body;
    const path = linkIn(mail);
    expect((await stranger.get(path)).body).toContain('>Yes, send me the newsletter</button>');
    expect(await recipients()).toMatch(/\b0 people are subscribed/);
    expect((await stranger.post(path)).body).toContain('You are subscribed to our newsletter.');
    expect(await recipients()).toMatch(/\b1 person is subscribed/);
    expect((await stranger.get(path)).body).toContain('You are subscribed to our newsletter.');
    expect((await stranger.get(`${path}x`)).statusCode).toBe(404);
    expect((await stranger.post(`${path}x`)).statusCode).toBe(404);
    setClock(Date.now() + 9 * hourMs);
    const renamed = await answered(201, post('subscribe', { ...ada, name: 'Somebody else' }));
    expect(renamed.json()).toEqual(body);
    await until(() => expect(mail.mails).toHaveLength(2));
    expect(readable(mail.mails[1]?.text)).toContain('Subject: You are already subscribed');
    expect(await subscribers()).toMatchObject([{ ...ada, status: 'subscribed' }]);
  });

  test('an address is asked at once, three times a day, also after it was deleted', async () => {
    setClock('2027-03-01');
    const { post, mail, change, store } = await openMailed(openOffice, await newStore());
    await post('subscribe', ada);
    await until(() => expect(mail.mails).toHaveLength(1));
    await change((trx) => unsubscribe(trx, ada.email));
    await post('subscribe', { ...ada, name: 'a' });
    await until(() => expect(mail.mails).toHaveLength(2));
    expect(linkIn({ mails: mail.mails.slice(1) })).not.toBe('');
    await change((trx) => unsubscribe(trx, ada.email));
    for (const name of ['b', 'c']) {
      await post('subscribe', { ...ada, name });
      await until(() => expect(mail.mails).toHaveLength(3));
      await settled(store);
    }
    await post('subscribe', { name: 'Other', email: 'other@example.com' });
    await until(() => expect(mail.mails.at(-1)?.to).toEqual(['other@example.com']));
    expect(mail.mails).toHaveLength(4);
    moveClock(25 * hourMs);
    await post('subscribe', { ...ada, name: 'd' });
    await until(() => expect(mail.mails).toHaveLength(5));
  });

  test('a subscriber who does not confirm is deleted seven days after the email', async () => {
    setClock('2027-03-01');
    const { post, store, mail, subscribers } = await openMailed(openOffice, await newStore());
    mail.answer = () => '451 Later';
    await post('subscribe', ada);
    const asked = () => store.db.selectFrom('messages').select('why').where('why', 'like', '451%').execute();
    await until(async () => expect(await asked()).toHaveLength(1));
    moveClock(48 * hourMs);
    mail.answer = () => '250 OK';
    await until(() => expect(mail.mails).toHaveLength(1));
    await settled(store);
    for (const [hours, left] of [
      [7 * 24 - 1, 1],
      [2, 0],
    ] as const) {
      moveClock(hours * hourMs);
      await deleteAsOf(store);
      expect(await subscribers()).toHaveLength(left);
    }
  });

  test('who subscribes again while our mail server is away is not deleted before that email has left', async () => {
    setClock('2027-03-01');
    const { post, store, mail, subscribers } = await openMailed(openOffice, await newStore());
    await post('subscribe', ada);
    await settled(store);
    moveClock(6 * dayMs);
    mail.answer = () => '451 Later';
    await post('subscribe', ada);
    moveClock(2 * dayMs);
    await deleteAsOf(store);
    expect(await subscribers()).toHaveLength(1);
    mail.answer = () => '250 OK';
    await untilLater(hourMs, () => expect(mail.mails).toHaveLength(2));
  });
});

test('without a mail server a subscription stays unconfirmed', async () => {
  const { post, subscribers } = await openOffice();
  const answer = await answered(201, post('subscribe', ada));
  expect(answer.json()).toEqual({ message: 'Thank you for subscribing.' });
  expect(await subscribers()).toMatchObject([{ status: 'not confirmed' }]);
});
