import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openOffice, problemIn } from './office-scene.ts';
import { answered, openMailed, stores, until } from './store.ts';

const key = '5f1c7d1e-0000-4000-8000-000000000001';
const article = { type: 'press', title: 'Twice told', source: 'Text' };

for (const { name, newStore } of stores) {
  test(`on ${name} an invitation sent twice makes one link and one email`, async () => {
    const { mail, boss, store } = await openMailed(openOffice, await newStore());
    const invite = () => boss.post(officePaths.people, { email: 'two@hcs.example', role: 'editor', key });
    const [one] = await Promise.all([invite(), invite()]);
    expect(await store.db.selectFrom('links').select('id').execute()).toHaveLength(1);
    const page = (await boss.get(String(one.headers.location))).body;
    const link = /value="http:\/\/localhost:4173(\/office\/enter\/[\w.-]+)"/.exec(page)?.[1] ?? '';
    expect(page).toMatch(/It works once and expires tomorrow, \d\d:\d\d\./);
    await until(() => expect(mail.mails).toHaveLength(1));
    expect((await boss.post(link)).headers.location).toBe(officePaths.home);
    expect((await boss.get(String(one.headers.location))).statusCode).toBe(404);
  });

  test(`on ${name} a press is remembered with its fields, unless it was refused`, async () => {
    const { boss, store } = await openOffice(await newStore());
    const fields = { email: 'no address', role: 'editor', key };
    const refused = await answered(422, boss.post(officePaths.people, fields));
    expect(problemIn(refused)).toContain('is not an email address');
    await boss.post(officePaths.people, { ...fields, email: 'two@hcs.example' });
    const { id } = await store.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'two@hcs.example')
      .executeTakeFirstOrThrow();
    const changed = store.db.selectFrom('people').select('role').where('id', '=', id);
    for (const [role, stored] of [
      ['all', 'all'],
      ['editor', 'editor'],
      // A late repeat of the first press.
      ['all', 'editor'],
    ] as const) {
      await boss.post(officePaths.person(id), { role, key });
      expect(await changed.executeTakeFirst()).toEqual({ role: stored });
    }
  });

  test.each([
    ['articles', officePaths.article('new'), article],
    ['vacancies', officePaths.vacancy('new'), { name: 'Twice told', type: 'full-time' }],
    ['newsletters', officePaths.newsletter('new'), { subject: 'Twice told' }],
  ] as const)(
    `on ${name} a new text in %s can be saved again after a lost response; of two people who save at once one gets a message`,
    async (table, url, fields) => {
      const { boss, store } = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
      const sources = async () => {
        const rows = await store.db.selectFrom(table).select('source').execute();
        return rows.map(({ source }) => source);
      };
      const first = await boss.post(url, { ...fields, key, source: 'First' });
      const second = await boss.post(url, { ...fields, key, source: 'First and more' });
      expect([second.headers.location, await sources()]).toEqual([
        first.headers.location,
        ['First and more'],
      ]);
      const path = String(first.headers.location).replace(/\?.*/, '');
      const save = (source: string) => boss.post(path, { ...fields, version: '2', source });
      const answers = await Promise.all([save('One'), save('Other')]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
      expect(answers.map(problemIn).join('')).toContain('changed this since you opened it');
      expect(await sources()).toEqual([answers[0].statusCode === 303 ? 'One' : 'Other']);
    },
  );
}

test('a form that is not accepted shows the reason and the text to copy; a script gets only the reason', async () => {
  const { boss } = await openOffice();
  const source = 'A text <b>of more</b> than a few words, which nobody wants to write again.';
  const refused = await boss.post(officePaths.article('new'), { ...article, source, title: '' });
  expect(refused.body).toMatch(/<h1>Nothing was changed<\/h1>.*Your text, to copy.*A text &lt;b&gt;of more/s);
  expect(refused.body).toContain(`<a href="${officePaths.article('new')}">Open the page again</a>`);
  const headers = { 'x-office': '1' };
  const told = await boss.post(officePaths.article('new'), { ...article, title: '' }, headers);
  expect([told.statusCode, told.json()]).toEqual([422, { problem: expect.stringContaining('title') }]);
  const saved = await boss.post(officePaths.article('new'), article, headers);
  expect([saved.statusCode, saved.json()]).toEqual([200, { path: '/office/articles/twice-told?done=saved' }]);
});
