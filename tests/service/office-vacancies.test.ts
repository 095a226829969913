import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { readable, startMailServer } from './mail.ts';
import {
  beginReplies,
  hiddenIn,
  openOffice,
  openVacancy,
  problemIn,
  type Scene,
  textIn,
} from './office-scene.ts';
import { answered, setClock, stores, until } from './store.ts';

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

async function check({ boss }: Scene) {
  const text = 'Dear {name}, not this time for {vacancy}.';
  const ticks = { to: 'untouched', bots: '1' };
  return boss.post(`${page}/close/check`, { subject: 'About {vacancy}', text, ...ticks });
}

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
    expect(textIn(await boss.get(officePaths.home))).toContain('Draft vacancy “Welder”');
    expect(textIn(await boss.get(`${page}/open`))).toContain('No device will get an alert');
    await openVacancy(scene, 'welder');
    expect(await listed(scene)).toMatchObject([{ _id: 'welder' }]);
    const rows = async () => textIn(await boss.get(officePaths.vacancies));
    expect(await rows()).toMatch(/Welder open until 1 January 2999 *$/);
    await answered(201, scene.apply({ job: 'welder' }));
    expect(await rows()).toContain('Welder open until 1 January 2999 · 1 application, 1 new');
    expect((await boss.post(`${page}/delete`)).statusCode).toBe(409);
    const shown = await boss.post(`${officePaths.vacancy('new')}/preview`, welder);
    expect(shown.body).toMatch(/<article class="article-body"><p>Weld. <\/p>/);
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
    await boss.post(`${page}/close`);
    expect((await boss.post(page, { ...welder, ...editing })).statusCode).toBe(409);
    expect((await boss.post(`${page}/open`, { ...opening, key: '' })).statusCode).toBe(409);
    await boss.post(page, { ...welder, ...hiddenIn(await boss.get(`${page}/edit`)), type: 'part-time' });
    expect([await listed(scene), textIn(await boss.get(page))]).toEqual([
      [],
      expect.stringContaining('Closed.'),
    ]);
    await openVacancy(scene, 'welder');
    expect(await listed(scene)).toMatchObject([{ type: 'part-time' }]);
  });

  test('closing by hand before the closing date leaves no grace period, closing after it keeps the period', async () => {
    setClock('2026-11-27T09:00:00.000Z');
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    await write(scene, { closesAt: '2026-11-27' });
    await openVacancy(scene, 'welder');
    setClock('2026-11-28T09:00:00.000Z');
    await answered(303, scene.boss.post(`${page}/close`));
    await answered(201, scene.apply({ name: 'Late', job: 'welder' }));
    setClock('2026-11-28T23:00:00.000Z');
    await answered(422, scene.apply({ name: 'Too late', job: 'welder' }));
    setClock('2026-11-27T10:00:00.000Z');
    await openVacancy(scene, 'welder');
    await answered(303, scene.boss.post(`${page}/close`));
    await answered(422, scene.apply({ name: 'Early', job: 'welder' }));
  });

  test('of sixteen, with two shortlisted, a bot and a duplicate, twelve get one email each; nothing happens if numbers differ', async () => {
    await using mail = await startMailServer();
    const fast = { SAMPLE_CONTENT: '0', NEWSLETTER_PER_HOUR: '1000000', SMTP_URL: mail.url };
    const scene = await openOffice({ ...(await newStore()), ...fast });
    const { boss, store } = scene;
    await write(scene);
    await openVacancy(scene, 'welder');
    for (let number = 1; number <= 16; number += 1) {
      const person = number === 16 ? 15 : number;
      const sent = {
        name: `Person ${person}`,
        email: `person${person}@example.com`,
        description: `${number}`,
      };
      await answered(201, scene.apply({ job: 'welder', ...sent }));
    }
    const set = (column: object, ...names: string[]) =>
      store.db.updateTable('applications').set(column).where('name', 'in', names).execute();
    await set({ state: 'shortlisted' }, 'Person 1', 'Person 2');
    await set({ flagged: 1 }, 'Person 3');
    await until(() => expect(mail.mails).toHaveLength(16));
    const first = await check(scene);
    expect(textIn(first)).toContain(
      '12 people. One application from a possible bot will be closed without an email: Person 3.',
    );
    expect(textIn(first)).toContain('Dear Person 15, not this time for Welder.');
    const fields = hiddenIn(first, page);
    await set({ state: 'closed' }, 'Person 4');
    const stale = await boss.post(`${page}/close/answer`, fields);
    expect([stale.statusCode, problemIn(stale)]).toEqual([
      409,
      'There are 11 people now, no longer 12. Please check again.',
    ]);
    await set({ state: 'read' }, 'Person 4');
    const changed = await boss.post(`${page}/close/answer`, fields);
    expect([changed.statusCode, await listed(scene)]).toEqual([409, [expect.anything()]]);
    expect(await store.db.selectFrom('replies').select('id').execute()).toEqual([]);
    await set({ state: 'shortlisted', state_at: '2026-11-20T10:00:00.000Z' }, 'Person 4');
    expect(textIn(await boss.get(`${page}/close`))).toContain('Person 4: shortlisted on 20 November');
    const again = hiddenIn(await check(scene), page);
    const done = await boss.post(`${page}/close/answer`, again);
    expect([done.statusCode, problemIn(done)]).toEqual([303, '']);
    await beginReplies(store);
    await until(() => expect(mail.mails).toHaveLength(27));
    const answers = mail.mails.slice(16);
    const told = answers.map(({ to }) => to[0]);
    expect(new Set(told).size).toBe(11);
    expect(told).not.toContain('person4@example.com');
    expect(told).not.toContain('person3@example.com');
    expect(answers.map(({ text }) => readable(text)).join('')).not.toContain('{');
    expect((await scene.apply({ name: 'Late', job: 'welder' })).statusCode).toBe(422);
    await until(async () => expect(textIn(await boss.get(page))).toContain('11 of 11 replies sent.'));
    const open = await store.db
      .selectFrom('applications')
      .select('name')
      .where('state', '<>', 'closed')
      .execute();
    expect(open.map(({ name }) => name).sort()).toEqual(['Person 1', 'Person 2', 'Person 4']);
  });

  test('the check page names the recipients and leads back to the text', async () => {
    const scene = await openOffice({
      ...(await newStore()),
      SAMPLE_CONTENT: '0',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    await write(scene);
    await openVacancy(scene, 'welder');
    for (const name of ['One', 'Two', 'Three'])
      await answered(201, scene.apply({ job: 'welder', name, email: `${name}@example.com` }));
    const checked = await check(scene);
    expect(textIn(checked)).toMatch(/^To 3 people ?This will go to 3 people\. The first email:/);
    expect(textIn(checked)).toMatch(/Who will get it ?Three Three@example.com/);
    const back = await scene.boss.post(`${page}/close/edit`, hiddenIn(checked));
    expect(back.body).toContain('not this time for {vacancy}');
    expect(back.body.match(/name="to"[^>]*checked/g)).toHaveLength(3);
  });

  test('without a mail server a vacancy is closed without answers', async () => {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    await write(scene);
    await openVacancy(scene, 'welder');
    const form = await scene.boss.get(`${page}/close`);
    expect(textIn(form)).toMatch(/does not send email yet\. .* set SMTP_URL\. *Close without an answer/);
    expect(form.body).not.toContain('<textarea');
    await answered(303, scene.boss.post(`${page}/close`, hiddenIn(form, `${page}/close`)));
    expect(await listed(scene)).toEqual([]);
    expect(textIn(await scene.boss.get(`${page}/close`))).not.toContain('Close without');
  });
});
