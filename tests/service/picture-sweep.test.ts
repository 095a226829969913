import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { addReaders, deleteAsOf, hiddenIn, openOffice, type Scene, savedNewsletter } from './office-scene.ts';
import { hourMs, moveClock, setClock, stores } from './store.ts';

const url = officePaths.article('a-new-line');
const article = { type: 'press', title: 'A new line', source: 'Text' };
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#70a12f' } })
    .png()
    .toBuffer();

/** Moves the clock by some hours, runs the daily deletion, then checks. */
const laterOn =
  ({ store }: Scene, check: () => Promise<unknown>) =>
  async (hours: number) => {
    moveClock(hours * hourMs);
    await deleteAsOf(store);
    return check();
  };

describe.each(stores)('on $name', ({ newStore }) => {
  test('a picture removed from a text stays for two days, and for as long as a text names it', async () => {
    setClock('2027-03-01');
    const scene = await openOffice(await newStore());
    const { app, boss } = scene;
    const fields = { ...article, 'alt-1': 'A board' };
    await boss.upload(officePaths.article('new'), fields, [['picture-1', await picture()]]);
    const [, path = ''] = /(\/uploads\/[\w.]+)/.exec((await boss.get(url)).body) ?? [];
    const save = async (source: string) =>
      boss.post(url, { ...fields, ...hiddenIn(await boss.get(url), url), source });
    const isThere = laterOn(scene, async () => (await app.inject(path)).statusCode === 200);
    expect(await isThere(20 * 24)).toBe(true);
    await save('Without it');
    expect([await isThere(0), await isThere(47)]).toEqual([true, true]);
    // A colleague saves a text that still names it.
    await save(`With ![A board](${path})`);
    expect([await isThere(1), await isThere(72)]).toEqual([true, true]);
    await save('Without it');
    expect([await isThere(0), await isThere(47), await isThere(2)]).toEqual([true, true, false]);
  });

  test('pictures in a test email are deleted two days after they are last needed; those in a sent newsletter stay', async () => {
    setClock('2027-03-01');
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { boss, store } = scene;
    await boss.upload(officePaths.article('new'), article, [['top', await picture()]]);
    await boss.post(officePaths.publish('a-new-line'), { version: '1', when: 'now' });
    const fields = { subject: 'News', source: 'Text', article: 'a-new-line' };
    const newsletter = await savedNewsletter(boss, fields);
    await boss.post(`${newsletter}/test`);
    const emailPictures = store.db.selectFrom('pictures').select('name').where('name', 'like', '%.jpg');
    const after = laterOn(scene, async () => (await emailPictures.execute()).length);
    expect(await after(72)).toBe(1);
    const { article: _, ...withoutIt } = fields;
    await boss.post(newsletter, { ...withoutIt, version: '1' });
    // A test that still waits goes out as it was asked for.
    expect(await after(72)).toBe(1);
    await boss.post(`${newsletter}/test`);
    expect([await after(0), await after(47), await after(2)]).toEqual([1, 1, 0]);
    await boss.post(newsletter, { ...fields, version: '2' });
    await addReaders(store, 1);
    await boss.post(`${newsletter}/send`, { version: '3' });
    await boss.post(`${url}/unpublish`);
    await boss.post(`${url}/delete`);
    expect([await after(0), await after(72)]).toEqual([1, 1]);
  });
});
