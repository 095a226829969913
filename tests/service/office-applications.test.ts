import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { applied, entered, hiddenIn, openOffice, problemIn, type Scene, textIn } from './office-scene.ts';
import { answered, applicant, stores } from './store.ts';

const script = '<script>alert(1)</script>';

const apply = (scene: Scene, changes: object) => answered(201, scene.apply(changes));

describe.each(stores)('on $name', ({ newStore }) => {
  test('an application can be found, read, shortlisted, given a note hidden from the applicant, and deleted', async () => {
    const scene = await openOffice(await newStore());
    const { app, boss } = scene;
    const { secret, path } = await applied(scene, { description: `I solder. ${script}` });
    await apply(scene, { name: 'Other Person', email: 'other@example.com' });
    for (const search of ['nchimunya', 'NATASHA@example'])
      for (const answer of [
        (await boss.post(officePaths.applications, { search })).body,
        (await boss.post(officePaths.applicationsCsv, { search })).body,
      ]) {
        expect(answer).toContain(applicant.name);
        expect(answer).not.toContain('Other Person');
      }
    expect((await boss.post(officePaths.applications, { search: '%' })).body).not.toContain(applicant.name);
    const page = await boss.get(path);
    expect(page.body).toContain('&lt;script&gt;alert(1)');
    expect(page.body).not.toContain(script);
    await boss.post(`${path}/state`, { ...hiddenIn(page, `${path}/state`), state: 'shortlisted' });
    await boss.post(`${path}/internal-note`, { before: '', internal_note: 'Call on Monday.' });
    const stale = await boss.post(`${path}/internal-note`, { before: '', internal_note: 'Other words.' });
    expect(stale.statusCode).toBe(409);
    expect(await scene.list()).toMatchObject([{}, { remark: 'Call on Monday.' }]);
    const seen = await app.inject({
      url: '/connect/v1/application',
      headers: { 'application-secret': secret },
    });
    expect(seen.json()).toMatchObject({ payload: { state: 'shortlisted' } });
    expect(seen.body).not.toContain('Monday');
    await boss.post(`${path}/delete`);
    expect((await boss.get(path)).statusCode).toBe(404);
    const log = (await boss.get(officePaths.log)).body;
    expect(log).toContain(`shortlisted <a href="${path}">an application</a>`);
    expect(log).not.toMatch(/Nchimunya|natasha/);
  });

  test('the list opens with new applications, the oldest first, and marks late ones', async () => {
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    const list = async (query = '') => (await boss.get(officePaths.applications + query)).body;
    expect(await list()).toMatch(/Nothing new\..*No applications yet/s);
    await apply(scene, { name: 'Younger Person' });
    await apply(scene, { name: 'Older Person' });
    const ofOlder = store.db.updateTable('applications').where('name', '=', 'Older Person');
    await ofOlder.set({ created_at: '2026-01-05T08:00:00.000Z' }).execute();
    expect(await list()).toMatch(
      /New 2.*All 2.*<fieldset><legend class="visually-hidden">Choose from this list<\/legend>.*Older Person<\/a> <span class="badge office-late">late<.*Younger Person/s,
    );
    expect(await list('?tab=all')).toMatch(/Younger Person.*Older Person/s);
    await ofOlder.set({ state: 'closed' }).execute();
    expect(await list()).not.toContain('Older Person');
    expect(await list('?tab=closed')).toMatch(/Older Person<\/a>\s+<p/);
    expect(await list('?job=none')).toContain('No applications in this list.');
  });

  test('a row shows the first words and a phone number to press', async () => {
    const scene = await openOffice(await newStore());
    await apply(scene, { description: `I solder. ${'Much more. '.repeat(50)}`, mobile: '097 765 4321' });
    const { body } = await scene.boss.get(officePaths.applications);
    expect(body).toMatch(/I solder\. [^<]{80,100}…</);
    expect(body).toMatch(/<a [^>]*href="tel:\+260977654321">097 765 4321<\/a>/);
  });

  test('no cell of the CSV file is a formula, and its download is logged', async () => {
    const scene = await openOffice(await newStore());
    const { boss } = scene;
    for (const name of ['=HYPERLINK("https://evil.example")', ';=1+1', 'Bwalya;=1+1'])
      await apply(scene, { name });
    const { body } = await boss.post(officePaths.applicationsCsv);
    for (const cell of [`"'=HYPERLINK(""https://evil.example"")"`, `"';'=1+1"`, `"Bwalya;'=1+1"`])
      expect(body).toContain(cell);
    expect(await scene.textOf(officePaths.log)).toContain('downloaded applications');
  });

  test('each press leads to the next new application, the last to the list, and opening a page changes nothing', async () => {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '1' });
    const { boss, store } = scene;
    for (const name of ['First Person', 'Second Person', 'Third Person']) await apply(scene, { name });
    let url = /href="([^"]*)">First Person/.exec((await boss.get(officePaths.applications)).body)?.[1] ?? '';
    for (const [name, place] of [
      ['First', '1 of 3 new'],
      ['Second', '1 of 2 new'],
      ['Third', '1 of 1 new'],
    ]) {
      const page = await scene.textOf(url.replaceAll('&amp;', '&'));
      expect(page).toContain(`${name} Person`);
      expect(page).toContain(place);
      for (let times = 0; times < 10; times += 1) await boss.get(url);
      const states = store.db.selectFrom('applications').select('state').where('name', '=', `${name} Person`);
      expect(await states.execute()).toEqual([{ state: 'received' }]);
      const action = `${url.split('?')[0]}/state`;
      const fields = { ...hiddenIn(await boss.get(url), action), state: 'shortlisted' };
      url = String((await boss.post(action, fields)).headers.location);
      expect(url).not.toContain('Person');
      const next = await boss.get(url);
      expect(textIn(next)).toContain(`${name} Person is shortlisted. Back to ${name} Person`);
    }
    expect(await scene.textOf(url)).toContain('Nothing new.');
  });

  test("an older page does not undo a colleague's press", async () => {
    const scene = await openOffice(await newStore());
    const { app, boss, store } = scene;
    const { path } = await applied(scene);
    const colleague = await entered(app, store, 'two@hcs.example', 'all');
    const action = `${path}/state`;
    const [mine, theirs] = [await boss.get(path), await colleague.get(path)];
    await colleague.post(action, { ...hiddenIn(theirs, action), state: 'shortlisted' });
    const late = await boss.post(action, { ...hiddenIn(mine, action), state: 'closed' });
    expect([late.statusCode, problemIn(late)]).toEqual([
      409,
      expect.stringContaining('Somebody has changed something'),
    ]);
    expect(await scene.list()).toMatchObject([{ state: 'shortlisted' }]);
  });
});
