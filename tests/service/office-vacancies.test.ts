import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { hiddenIn, openOffice, openVacancy, type Scene, shutVacancy } from './office-scene.ts';
import { answered, setClock, stores } from './store.ts';

const welder = {
  name: 'Welder',
  type: 'full-time',
  source: 'Weld. <script>alert(1)</script>',
  closesAt: '2999-01-01',
};
const page = officePaths.vacancy('welder');

const listed = async ({ app }: Scene) =>
  (await app.inject('/connect/v1/job-list')).json<{ payload: object[] }>().payload;
const write = ({ boss }: Scene, changes = {}) =>
  boss.post(officePaths.vacancy('new'), { ...welder, ...changes });

describe.each(stores)('on $name', ({ newStore }) => {
  test('a draft does not appear on the site until it is opened, and two with the same name stay separate', async () => {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    const { app, boss, store } = scene;
    await write(scene);
    expect((await write(scene, { action: 'open' })).headers.location).toMatch(/\/welder-\w{6}\/open$/);
    expect([await listed(scene), (await app.inject('/career/welder')).statusCode]).toEqual([[], 404]);
    expect((await answered(422, scene.apply({ job: 'welder' }))).body).toContain('does not exist');
    expect(
      await store.db.selectFrom('vacancies').select('closed_at').where('closed_at', 'is', null).execute(),
    ).toEqual([]);
    expect(await scene.textOf(officePaths.home)).toContain('Draft vacancy “Welder”');
    expect(await scene.textOf(`${page}/open`)).toContain('No device will get a notification');
    await openVacancy(scene, 'welder');
    expect(await listed(scene)).toMatchObject([{ _id: 'welder' }]);
    const rows = async () => scene.textOf(officePaths.vacancies);
    expect(await rows()).toMatch(/Welder open until 1 January 2999 *$/);
    await answered(201, scene.apply({ job: 'welder' }));
    expect(await rows()).toContain('Welder open until 1 January 2999 · 1 application, 1 new');
    expect((await boss.post(`${page}/delete`)).statusCode).toBe(409);
    const shown = await boss.post(`${officePaths.vacancy('new')}/preview`, welder);
    expect(shown.body).toContain(
      '<article class="article-body"><p>Weld. &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
    expect((await boss.get(`${officePaths.vacancy('new')}?from=welder`)).body).toContain(
      'value="2999-01-01"',
    );
  });

  test("an older form cannot undo a colleague's change: saving does not reopen a vacancy, and opening needs the latest version", async () => {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    const { boss } = scene;
    await write(scene);
    const opening = hiddenIn(await boss.get(`${page}/open`));
    await openVacancy(scene, 'welder');
    const editing = hiddenIn(await boss.get(`${page}/edit`));
    await shutVacancy(scene, 'welder');
    expect((await boss.post(page, { ...welder, ...editing })).statusCode).toBe(409);
    expect((await boss.post(`${page}/open`, { ...opening, key: '' })).statusCode).toBe(409);
    await boss.post(page, { ...welder, ...hiddenIn(await boss.get(`${page}/edit`)), type: 'part-time' });
    expect([await listed(scene), await scene.textOf(page)]).toEqual([[], expect.stringContaining('Closed.')]);
    await openVacancy(scene, 'welder');
    expect(await listed(scene)).toMatchObject([{ type: 'part-time' }]);
  });

  test('closing by hand before the closing date leaves no grace period, closing after it keeps the period', async () => {
    setClock('2026-11-27T09:00:00.000Z');
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    await write(scene, { closesAt: '2026-11-27' });
    await openVacancy(scene, 'welder');
    setClock('2026-11-28T09:00:00.000Z');
    await shutVacancy(scene, 'welder');
    await answered(201, scene.apply({ name: 'Late', job: 'welder' }));
    setClock('2026-11-28T23:00:00.000Z');
    await answered(422, scene.apply({ name: 'Too late', job: 'welder' }));
    setClock('2026-11-27T10:00:00.000Z');
    await openVacancy(scene, 'welder');
    await shutVacancy(scene, 'welder');
    await answered(422, scene.apply({ name: 'Early', job: 'welder' }));
  });
});
