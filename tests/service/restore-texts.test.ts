import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openOffice } from './office-scene.ts';
import { answered, stores, temporaryFolder } from './store.ts';

const day = 86_400_000;

const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

describe.each(stores)('on $name', ({ newStore }) => {
  /** A store, its copy, and what happened since. */
  async function open() {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '' });
    const { boss, command, store } = scene;
    const article = (title: string) => ({ type: 'blog', title, source: `${title} text` });
    await answered(303, boss.upload(officePaths.article('new'), article('One'), [['top', await photo()]]));
    for (const title of ['Two', 'Three', 'Gone'])
      await answered(303, boss.post(officePaths.article('new'), article(title)));
    for (const id of ['one', 'two'])
      await answered(303, boss.post(officePaths.publish(id), { version: '1', when: 'now', featured: '1' }));
    const vacancy = { name: 'Welder', type: 'full-time', source: 'Weld.' };
    await answered(303, boss.post(officePaths.vacancy('new'), vacancy));
    await scene.openVacancy({
      ...vacancy,
      id: 'fitter',
      name: 'Fitter',
      lead: null,
      location: null,
      salary: null,
      closesAt: null,
    });
    const copy = join(temporaryFolder(), 'copy.sqlite');
    await command('backup', copy);
    const damage = { title: 'Damaged', source: 'x', body: '<p>x</p>', image: null, images: null };
    await store.db.updateTable('articles').set(damage).where('id', 'in', ['one', 'three']).execute();
    await store.db.updateTable('articles').set({ saved_key: 'editor' }).where('id', '=', 'one').execute();
    await store.db.deleteFrom('articles').where('id', '=', 'gone').execute();
    await store.db.deleteFrom('pictures').execute();
    const ended = { closed_at: new Date(Date.now() - day).toISOString(), name: 'Damaged' };
    await store.db.updateTable('vacancies').set(ended).where('id', '=', 'fitter').execute();
    const ids = async (call: string) =>
      (await scene.payload<{ _id: string }[]>(call)).map(({ _id }) => _id).sort();
    const onSite = async () => [
      await ids('media-room/blog/0'),
      await ids('media-priority'),
      await ids('job-list'),
    ];
    const restore = async (...words: string[]) => command('restore', copy, ...words);
    return { ...scene, copy, onSite, restore };
  }

  test('texts that differ are listed with their last change, and nothing is changed', async () => {
    const { copy, restore, store, onSite } = await open();
    const before = [await onSite(), readFileSync(copy).length];
    const said = await restore();
    expect(said).toMatch(
      /^article one “One” differs: title, text, picture; last change .* by boss@hcs\.example$/m,
    );
    expect(said).toMatch(/^article gone “Gone” is gone and would come back as a draft/m);
    expect(said).toMatch(/^vacancy fitter “Fitter” differs: title$/m);
    expect(said).not.toMatch(/“(?:Two|Welder)”/);
    expect([await onSite(), readFileSync(copy).length]).toEqual(before);
    const titles = await store.db.selectFrom('articles').select('title').where('id', '=', 'one').execute();
    expect(titles).toEqual([{ title: 'Damaged' }]);
    await expect(restore('one', 'two')).rejects.toThrow('Nothing in the copy differs for two');
  });

  test('one id brings one text back, with its picture, past an open editor; the rest stays', async () => {
    const { boss, restore, get, payload, store, onSite } = await open();
    const before = await onSite();
    await restore('one', '--yes');
    const { title, img_uri } = await payload<{ title: string; img_uri: string }>('media/one');
    expect(title).toBe('One');
    await answered(200, get(img_uri));
    const late = { type: 'blog', title: 'Late', source: 'Late', version: '2', key: 'editor' };
    await answered(409, boss.post(officePaths.article('one'), late));
    const three = store.db.selectFrom('articles').select('title').where('id', '=', 'three');
    expect(await three.execute()).toEqual([{ title: 'Damaged' }]);
    expect(await onSite()).toEqual(before);
    expect(
      await store.db.selectFrom('log').select('subject').where('action', '=', 'restored').execute(),
    ).toEqual([{ subject: 'one' }]);
  });

  test('--all brings all back, what is gone as a draft; nothing opens, and nothing is published', async () => {
    const { restore, store, onSite } = await open();
    const before = await onSite();
    await restore('--all', '--yes');
    expect(await onSite()).toEqual(before);
    const titles = await store.db
      .selectFrom('articles')
      .select(['id', 'title', 'visible_from'])
      .orderBy('id')
      .execute();
    expect(titles.map(({ title }) => title).sort()).toEqual(['Gone', 'One', 'Three', 'Two']);
    expect(titles.find(({ id }) => id === 'gone')?.visible_from).toMatch(/^9999/);
    const vacancies = store.db
      .selectFrom('vacancies')
      .select(['name', 'closed_at'])
      .where('id', '=', 'fitter');
    expect(await vacancies.execute()).toEqual([{ name: 'Fitter', closed_at: expect.any(String) }]);
    expect(await restore()).toBe('No article or vacancy differs from the copy.');
  });
});
