import { describe, expect, test } from 'vitest';

import '#server/mail-kinds.ts';

import { storeReplies } from '#server/replies/replies.ts';
import { addAddresses } from '#server/subscribers/list-changes.ts';

import { type MailServer, startMailServer } from './mail.ts';
import {
  addReaders,
  addressOf,
  openOffice,
  roundsTo,
  type Scene,
  startedNewsletter,
  subscribeAs,
  writer,
} from './office-scene.ts';
import { answered, hourMs, isFull, moveClock, setClock, stores } from './store.ts';

const minuteMs = hourMs / 60;

/** Sends what is due, one message a call; returns to whom. */
function senderOf(scene: Scene, mail: MailServer) {
  const round = roundsTo(scene, mail.url, scene.config.newsletterPerHour);
  const next = async () => {
    const before = mail.mails.length;
    await round();
    return mail.mails.slice(before).flatMap(({ to }) => to)[0];
  };
  const all = async () => {
    const sent: string[] = [];
    for (let to = await next(); to !== undefined; to = await next()) sent.push(to);
    return sent;
  };
  return { next, all };
}

/** Imported addresses. */
const count = isFull ? 5_000 : 500;
const listed = (number: number) => `listed${number}@example.com`;

/** Asks to be on the list, as a visitor does. */
const ask = ({ store }: Scene, email: string) =>
  store.write((trx) => subscribeAs(trx, email, { asks: true }));

describe.each(stores)('on $name', ({ newStore }) => {
  test(`with ${count} imported addresses each visitor who subscribes is the next to get an email, and the list a hundred an hour, evenly spread`, async () => {
    setClock('2027-03-01');
    await using mail = await startMailServer();
    const scene = await openOffice(await newStore());
    const { next, all } = senderOf(scene, mail);
    const list = Array.from({ length: count }, (_, number) => ({ email: listed(number), name: '' }));
    await addAddresses(scene.store, list, { consent: null, asks: true });
    moveClock(1_000);
    const visitors = Array.from({ length: 10 }, (_, number) => `v${number}@example.com`).with(
      5,
      listed(count - 1),
    );
    const fromList: string[] = [];
    for (const email of visitors) {
      moveClock(hourMs / 100);
      fromList.push(...(await all()));
      await ask(scene, email);
      expect(await all()).toEqual([email]);
    }
    expect(new Set(fromList).size).toBe(visitors.length);
    expect(fromList.every((to) => to.startsWith('listed'))).toBe(true);
    const [again = ''] = fromList;
    const asked = [];
    for (let time = 0; time < 3; time += 1) {
      await ask(scene, again);
      asked.push(await next());
    }
    expect(asked, 'three a day, with the one of the list').toEqual([again, again, undefined]);
  });

  test('a reply to one person is the next to leave; mass answers wait for it, and newsletters for them', async () => {
    setClock('2027-03-01');
    await using mail = await startMailServer();
    const scene = await openOffice({ ...(await newStore()), NEWSLETTER_PER_HOUR: '60' });
    const { store } = scene;
    const { next, all } = senderOf(scene, mail);
    const names = ['mass1', 'mass2', 'by-name', 'again'].map((name) => `${name}@example.com`);
    for (const email of names) await answered(201, scene.apply({ email, name: email }));
    const writeTo = async (email: string, batch?: { id: string; due_at: string }) => {
      const [one] = (await scene.list()).filter((row) => row.email === email);
      const words = { subject: 'About it', text: 'Words' };
      const application = one?.id ?? '';
      await store.write((trx) =>
        storeReplies(trx, [{ application, ...words }], writer, { after: 'closed', ...(batch && { batch }) }),
      );
    };
    await addReaders(store, 2);
    await store.write(startedNewsletter);
    const [first = ''] = await all();
    const batch = { id: 'mass', due_at: new Date(Date.now() + 2 * minuteMs).toISOString() };
    for (const name of names.slice(0, 2)) await writeTo(name, batch);
    moveClock(2 * minuteMs);
    await writeTo('by-name@example.com');
    expect(await next()).toBe('by-name@example.com');
    expect(await all(), 'it counts in the hour').toEqual([]);
    const other = [0, 1].map(addressOf).find((to) => to !== first);
    const later: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      moveClock(minuteMs);
      later.push(...(await all()));
    }
    expect([later.slice(0, 2).sort(), later[2]]).toEqual([names.slice(0, 2), other]);
    await writeTo('again@example.com');
    expect(await next()).toBe('again@example.com');
  });
});
