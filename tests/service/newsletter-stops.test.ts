import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { received } from './mail.ts';
import { addReaders, addressOf, hiddenIn, openOffice, savedNewsletter } from './office-scene.ts';
import { answered, openMailed, stores, until } from './store.ts';

test.each(stores)(
  'on $name, three refused readers out of six keep nobody else from a newsletter',
  async ({ newStore }) => {
    const settings = { ...(await newStore()), NEWSLETTER_PER_HOUR: '1000000' };
    const { boss, store, mail, textOf } = await openMailed(openOffice, settings);
    const refused = ['one@a.example', 'two@b.example', 'three@c.example'];
    const others = [0, 1, 2].map(addressOf);
    await addReaders(store, [addressOf(0), ...refused, addressOf(1), addressOf(2)]);
    mail.answer = (address) => (refused.includes(address) ? '550 5.7.1 Not you' : '250 OK');
    const newsletter = await savedNewsletter(boss);
    await answered(303, boss.post(`${newsletter}/send`, { version: '1' }));
    await until(async () => expect(await textOf(newsletter)).toContain('3 of 6 sent, 3 failed.'));
    expect(await textOf(newsletter)).toMatch(/Ended today.*Send to the 3 it did not reach/);
    expect(received(mail)).toEqual(others);
  },
);

test.each(stores)(
  'on $name, ten failures in a row stop a newsletter; resumed, it goes on, and then to those it did not reach',
  async ({ newStore }) => {
    const settings = { ...(await newStore()), NEWSLETTER_PER_HOUR: '1000000' };
    const { boss, store, mail, textOf } = await openMailed(openOffice, settings);
    await addReaders(store, 12);
    mail.answer = () => '550 5.7.1 Not you';
    const newsletter = await savedNewsletter(boss, { source: 'Text' });
    await answered(303, boss.post(`${newsletter}/send`, { version: '1' }));
    const untilSaid = (words: string) => until(async () => expect(await textOf(newsletter)).toContain(words));
    await untilSaid('Stopped (550 5.7.1 Not you: ten in a row). 0 of 12 sent, 10 failed.');
    expect(await textOf(officePaths.home)).toContain('“News”: Stopped (550 5.7.1 Not you');
    mail.answer = () => '250 OK';
    await answered(303, boss.post(`${newsletter}/continue`));
    await untilSaid('2 of 12 sent, 10 failed.');
    const page = await boss.get(newsletter);
    await boss.post(`${officePaths.subscribers}/remove`, { chosen: addressOf(0) });
    const path = `${newsletter}/unreached`;
    const old = hiddenIn(page, path);
    const isReached = received(mail).includes(addressOf(0));
    expect((await boss.post(path, old)).statusCode).toBe(isReached ? 303 : 409);
    if (!isReached) await answered(303, boss.post(path, hiddenIn(await boss.get(newsletter), path)));
    await until(() => expect(new Set(received(mail)).size).toBe(isReached ? 12 : 11));
    expect(received(mail)).toHaveLength(new Set(received(mail)).size);
  },
);
