import { expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { startMailServer } from './mail.ts';
import { openOffice, problemIn } from './office-scene.ts';
import { stores, until } from './store.ts';

const key = '5f1c7d1e-0000-4000-8000-000000000001';
const article = { type: 'press', title: 'Twice told', source: 'Text' };
const vacancy = { name: 'Twice told', type: 'full-time', source: 'Text' };
const letter = { subject: 'Twice told', source: 'Text' };

for (const { name, newStore } of stores) {
  test(`on ${name} an invitation pressed twice is one person, one link, one email and the same page`, async () => {
    await using mail = await startMailServer();
    const { boss, store } = await openOffice({ ...(await newStore()), SMTP_URL: mail.url });
    const invite = () => boss.post(officePaths.people, { email: 'two@hcs.example', role: 'editor', key });
    const [one, two] = await Promise.all([invite(), invite()]);
    expect([one.statusCode, two.headers.location]).toEqual([303, one.headers.location]);
    expect(await store.db.selectFrom('links').select('id').execute()).toHaveLength(1);
    const page = (await boss.get(String(one.headers.location))).body;
    const link = /value="http:\/\/localhost:4173(\/office\/enter\/[\w.-]+)"/.exec(page)?.[1] ?? '';
    expect(page).toMatch(/This link signs in once, until tomorrow, \d\d:\d\d\./);
    await until(() => expect(mail.mails).toHaveLength(1));
    expect((await boss.post(link)).headers.location).toBe(officePaths.home);
    expect((await boss.get(String(one.headers.location))).statusCode).toBe(404);
  });

  test(`on ${name} a press is remembered for its person and address, and not where it was refused`, async () => {
    const { boss, store } = await openOffice(await newStore());
    const fields = { email: 'no address', role: 'editor', key };
    expect((await boss.post(officePaths.people, fields)).statusCode).toBe(422);
    await boss.post(officePaths.people, { ...fields, email: 'two@hcs.example' });
    const { id } = await store.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'two@hcs.example')
      .executeTakeFirstOrThrow();
    await boss.post(officePaths.person(id), { role: 'all', key });
    const changed = store.db.selectFrom('people').select('role').where('id', '=', id);
    expect(await changed.executeTakeFirst()).toEqual({ role: 'all' });
    await boss.post(officePaths.person(id), { role: 'editor', key });
    expect(await changed.executeTakeFirst()).toEqual({ role: 'all' });
  });

  test.each([
    ['media', officePaths.article('new'), article],
    ['vacancies', officePaths.vacancy('new'), vacancy],
    ['newsletters', officePaths.letter('new'), letter],
  ] as const)(
    `on ${name} a new text of %s whose answer was lost is one text, with what was typed since`,
    async (table, url, fields) => {
      const { boss, store } = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
      const press = (source: string) => boss.post(url, { ...fields, key, source });
      const [one, two] = await Promise.all([press('First'), press('First')]);
      const three = await press('First and more');
      expect([one.statusCode, two.statusCode, three.statusCode]).toEqual([303, 303, 303]);
      expect([two.headers.location, three.headers.location]).toEqual([
        one.headers.location,
        one.headers.location,
      ]);
      expect(await store.db.selectFrom(table).select('source').execute()).toEqual([
        { source: 'First and more' },
      ]);
      const saved = String(one.headers.location).replace(/\?.*/, '');
      const stale = await boss.post(saved, { ...fields, key: 'another', version: '1', source: 'Stale' });
      expect([stale.statusCode, problemIn(stale)]).toEqual([
        409,
        expect.stringContaining('changed this since you opened it'),
      ]);
    },
  );
}

test('a form that is not accepted shows the reason and the text to copy, and a script gets the reason alone', async () => {
  const { boss, stranger } = await openOffice();
  const source = 'A text <b>of more</b> than a few words, which nobody wants to write again.';
  const refused = await boss.post(officePaths.article('new'), { ...article, source, title: '' });
  expect(refused.body).toMatch(/<h1>Nothing was changed<\/h1>.*Your text, to copy.*A text &lt;b&gt;of more/s);
  expect(refused.body).toContain(`<a href="${officePaths.article('new')}">Open the page again</a>`);
  const signedOut = await stranger.post(officePaths.article('new'), { ...article, source });
  expect(signedOut.body).toMatch(/<h1>Sign in<\/h1>.*A text &lt;b&gt;of more/s);
  const headers = { 'x-office': '1' };
  const told = await boss.post(officePaths.article('new'), { ...article, title: '' }, headers);
  expect([told.statusCode, told.json()]).toEqual([422, { problem: expect.stringContaining('title') }]);
  const saved = await boss.post(officePaths.article('new'), article, headers);
  expect([saved.statusCode, saved.json()]).toEqual([200, { path: '/office/articles/twice-told?done=saved' }]);
});
