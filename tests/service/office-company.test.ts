import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openOffice, problemIn, sendReply, textIn } from './office-scene.ts';
import { answered, asker, key, stores } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('typed text is understood when it is saved', async () => {
    const { boss, store } = await openOffice(await newStore());
    const source = 'Plot 2374\nLusaka\n---\nSee [us](www.hcs.example).';
    await answered(303, boss.post(officePaths.article('new'), { type: 'blog', title: 'Typed', source }));
    const rows = store.db.selectFrom('articles').select('body').where('id', '=', 'typed');
    expect((await rows.executeTakeFirstOrThrow()).body).toContain(
      '<p>Plot 2374<br>Lusaka</p>\n<p>See <a href="https://www.hcs.example">us</a>',
    );
  });

  test('chosen enquiries are marked as done together, or deleted on a page with their names', async () => {
    const { boss, post, list } = await openOffice(await newStore());
    for (const name of ['One', 'Two', 'Three'])
      await answered(201, post('enquiry', { ...asker, name }, key(name)));
    const all = await list('enquiries');
    const idOf = (name: string) => all.find((row) => row.name === name)?.id ?? '';
    const chosen = (...names: string[]) => new URLSearchParams(names.map((name) => ['chosen', idOf(name)]));
    expect((await boss.get(officePaths.enquiries)).body.match(/name="chosen"/g)).toHaveLength(3);
    expect(problemIn(await boss.post(`${officePaths.enquiries}/check`))).toBe('Choose at least one first.');
    await answered(303, boss.post(`${officePaths.enquiries}/done`, chosen('One')));
    expect(await list('enquiries')).toContainEqual(expect.objectContaining({ name: 'One', state: 'done' }));
    const check = textIn(await boss.post(`${officePaths.enquiries}/check`, chosen('One', 'Two')));
    expect(check).toMatch(/Delete 2 enquiries\?.*One · Water Handler, Done.*Two · Water Handler, New/);
    expect(await list('enquiries')).toHaveLength(3);
    await answered(303, boss.post(`${officePaths.enquiries}/delete`, chosen('One', 'Two')));
    expect(await list('enquiries')).toMatchObject([{ name: 'Three' }]);
  });

  test('chosen applications are deleted, but for those with a reply; the export has text, note and whole numbers', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { boss, apply, list } = scene;
    await answered(201, apply({ name: 'Spam', email: 'spam@example.com' }, key('spam')));
    await answered(201, apply({ name: 'Ada', email: 'ada@example.com', mobile: '0971234567' }, key('ada')));
    const [ada, spam] = await list();
    const path = officePaths.application(ada?.id ?? '');
    await boss.post(`${path}/internal-note`, { before: '', internal_note: 'Call on Monday' });
    await sendReply(boss, path);
    const { body: csv } = await boss.post(officePaths.applicationsCsv, { tab: 'all' });
    for (const cell of ['"097 1234567"', '"I lay out boards and write firmware."', '"Call on Monday"'])
      expect(csv).toContain(cell);
    expect(csv).toMatch(/"\d{4}-\d\d-\d\d \d\d:\d\d"/);
    const chosen = new URLSearchParams([ada, spam].map((row) => ['chosen', row?.id ?? '']));
    const check = textIn(await boss.post(`${officePaths.applications}/check`, chosen));
    expect(check).toMatch(/Delete 1 application\?.*Spam · .*These have a reply and stay.*: Ada\./);
    await answered(303, boss.post(`${officePaths.applications}/delete`, chosen));
    expect(await list()).toMatchObject([{ name: 'Ada' }]);
  });
});
