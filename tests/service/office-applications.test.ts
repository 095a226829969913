import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { openOffice, type Scene } from './office-scene.ts';
import { answered, applicant, stores } from './store.ts';

const script = '<script>alert(1)</script>';

const apply = (scene: Scene, changes: object) => answered(201, scene.apply(changes));

describe.each(stores)('on $name', ({ newStore }) => {
  test('an application is found, read, answered with a note that the applicant sees, and deleted', async () => {
    const scene = await openOffice(await newStore());
    const { app, boss, store } = scene;
    const fields = { ...applicant, job: await scene.job(), description: `I solder. ${script}` };
    const { secret } = (await scene.post('job-apply', fields)).json<{ secret: string }>();
    await apply(scene, { name: 'Other Person', email: 'other@example.com' });
    const { id } = await store.db
      .selectFrom('applications')
      .select('id')
      .where('email', '=', applicant.email)
      .executeTakeFirstOrThrow();
    for (const search of ['nchimunya', 'NATASHA@example'])
      for (const answer of [
        (await boss.post(officePaths.applications, { search })).body,
        (await boss.post(officePaths.applicationsCsv, { search })).body,
      ]) {
        expect(answer).toContain(applicant.name);
        expect(answer).not.toContain('Other Person');
      }
    expect((await boss.post(officePaths.applications, { search: '%' })).body).not.toContain(applicant.name);
    const page = (await boss.get(officePaths.application(id))).body;
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain(script);
    await boss.post(officePaths.application(id), { state: 'shortlisted', note: `Come in. ${script}` });
    const seen = await app.inject({
      url: '/connect/v1/application',
      headers: { 'application-secret': secret },
    });
    expect(seen.json()).toMatchObject({ payload: { state: 'shortlisted', note: `Come in. ${script}` } });
    expect((await boss.get(officePaths.application(id))).body).not.toContain(script);
    expect((await boss.post(`${officePaths.application(id)}/delete`)).statusCode).toBe(422);
    await boss.post(`${officePaths.application(id)}/delete`, { sure: 'on' });
    expect((await boss.get(officePaths.application(id))).statusCode).toBe(404);
    const log = (await boss.get(officePaths.log)).body;
    expect(log).toContain(`shortlisted <a href="${officePaths.application(id)}">an application</a>`);
    expect(log).not.toMatch(/Nchimunya|natasha/);
  });

  test('the list opens on what is new, longest waiting first, and says what is late', async () => {
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    const list = async (query = '') => (await boss.get(officePaths.applications + query)).body;
    expect(await list()).toMatch(/Nothing new\..*No application yet/s);
    await apply(scene, { name: 'Younger Person' });
    await apply(scene, { name: 'Older Person' });
    const ofOlder = store.db.updateTable('applications').where('name', '=', 'Older Person');
    await ofOlder.set({ created_at: '2026-01-05T08:00:00.000Z' }).execute();
    expect(await list()).toMatch(
      /New 2.*All 2.*Older Person<\/a> <span class="badge">late<.*Younger Person/s,
    );
    expect(await list('?tab=all')).toMatch(/Younger Person.*Older Person/s);
    await ofOlder.set({ state: 'closed' }).execute();
    expect(await list()).not.toContain('Older Person');
    expect(await list('?tab=closed')).toMatch(/Older Person<\/a> <p/);
    expect(await list('?job=none')).toContain('No application here.');
  });

  test('a cell of the CSV is never a formula', async () => {
    const scene = await openOffice(await newStore());
    for (const name of ['=HYPERLINK("https://evil.example")', ';=1+1', 'Bwalya;=1+1'])
      await apply(scene, { name });
    const { body } = await scene.boss.post(officePaths.applicationsCsv);
    for (const cell of [`"'=HYPERLINK(""https://evil.example"")"`, `"';'=1+1"`, `"Bwalya;'=1+1"`])
      expect(body).toContain(cell);
  });

  test('the CSV has all applications, however many there are', async () => {
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    await apply(scene, {});
    const row = await store.db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    await store.write(async (trx) => {
      for (let start = 0; start < 10_500; start += 500) {
        const ids = Array.from({ length: 500 }, () => crypto.randomUUID());
        const rows = ids.map((id) => ({ ...row, id, request_key: id }));
        await trx.insertInto('applications').values(rows).execute();
      }
    });
    const { body } = await boss.post(officePaths.applicationsCsv);
    expect(body.trim().split('\r\n')).toHaveLength(10_502);
  });
});
