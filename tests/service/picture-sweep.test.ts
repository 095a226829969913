import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { deleteExpired } from '#server/domain/retention.ts';
import { officePaths } from '#server/office-paths.ts';

import { hiddenIn, openOffice } from './office-scene.ts';
import { hourMs, moveClock, setClock, stores } from './store.ts';

const url = officePaths.article('a-new-line');

describe.each(stores)('on $name', ({ newStore }) => {
  test('a picture that was taken out of a text stays for two days, and for as long as a text names it', async () => {
    setClock('2027-03-01');
    const { app, boss, store } = await openOffice(await newStore());
    const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#70a12f' } });
    const fields = { type: 'press', title: 'A new line', source: 'Text', 'alt-1': 'A board' };
    await boss.upload(officePaths.article('new'), fields, [['picture-1', await plain.png().toBuffer()]]);
    const [, picture = ''] = /(\/uploads\/[\w.]+)/.exec((await boss.get(url)).body) ?? [];
    const save = async (source: string) =>
      boss.post(url, { ...fields, ...hiddenIn(await boss.get(url), url), source });
    const isThere = async (hours: number) => {
      moveClock(hours * hourMs);
      await deleteExpired(store, null);
      return (await app.inject(picture)).statusCode === 200;
    };
    expect(await isThere(20 * 24)).toBe(true);
    await save('Without it');
    expect([await isThere(0), await isThere(47)]).toEqual([true, true]);
    // What a colleague had not saved.
    await save(`With ![A board](${picture})`);
    expect([await isThere(1), await isThere(72)]).toEqual([true, true]);
    await save('Without it');
    expect([await isThere(0), await isThere(47), await isThere(2)]).toEqual([true, true, false]);
  });

  test('pictures of a test email go two days after nobody needs them, those of a sent newsletter stay', async () => {
    setClock('2027-03-01');
    const { boss, store } = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#70a12f' } });
    const article = { type: 'press', title: 'A new line', source: 'Text' };
    await boss.upload(officePaths.article('new'), article, [['top', await plain.png().toBuffer()]]);
    await boss.post(officePaths.publish('a-new-line'), { version: '1', when: 'now' });
    const fields = { subject: 'News', source: 'Text', article: 'a-new-line' };
    const saved = await boss.post(officePaths.letter('new'), fields);
    const letter = String(saved.headers.location).replace(/\?.*/, '');
    await boss.post(`${letter}/test`);
    const emailPictures = async () =>
      (await store.db.selectFrom('files').select('name').where('name', 'like', '%.jpg').execute()).length;
    const after = async (hours: number) => {
      moveClock(hours * hourMs);
      await deleteExpired(store, null);
      return emailPictures();
    };
    expect(await after(72)).toBe(1);
    await boss.post(letter, { ...fields, version: '1', source: 'More' });
    expect([await after(0), await after(47), await after(2)]).toEqual([1, 1, 0]);
    await boss.post(`${letter}/send`, { version: '2' });
    await boss.post(`${url}/withdraw`);
    await boss.post(`${url}/delete`);
    expect([await after(0), await after(72)]).toEqual([1, 1]);
  });
});
