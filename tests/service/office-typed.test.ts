import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { entered, hiddenIn, openOffice, openVacancy } from './office-scene.ts';
import { applicant, asker, stores } from './store.ts';

const typed = 'typed@hcs.example';
const { article, vacancy, newsletter, people, applications, subscribers } = officePaths;
const application = officePaths.application('one');
const enquiry = officePaths.enquiry('one');
const closing = `${vacancy('welder')}/close`;
/** The text to copy must not contain hidden fields. */
const shown = new RegExp(
  `<h1>Sign in</h1>.*Your text, to copy<textarea[^>]*>(?:(?:News|Fitter|About it)\\s+)?${typed}\\s*</textarea>`,
  's',
);
const answer = { subject: 'About it', text: typed };

/** A form's page, the paths that the text is posted to until it is stored, the fields typed, and the text's column. */
const forms: [string, string[], Record<string, string>, string?][] = [
  [article('new'), [article('new')], { type: 'press', title: 'News', source: typed }, 'articles.source'],
  [vacancy('new'), [vacancy('new')], { name: 'Fitter', type: 'Any', source: typed }, 'vacancies.source'],
  [newsletter('new'), [newsletter('new')], { subject: 'News', source: typed }, 'newsletters.source'],
  [people, [people], { email: typed, role: 'editor' }, 'people.email'],
  [application, [`${application}/internal-note`], { internal_note: typed }, 'applications.internal_note'],
  [`${application}/answer`, [`${application}/answer/check`, `${application}/answer`], answer, 'replies.text'],
  [`${enquiry}/answer`, [`${enquiry}/answer/check`, `${enquiry}/answer`], answer, 'replies.text'],
  [closing, [`${closing}/check`, `${closing}/answer`], { ...answer, to: 'ticked' }, 'replies.text'],
  [applications, [applications], { search: typed }],
  [subscribers, [subscribers], { search: typed }],
];

describe.each(stores)('on $name', ({ newStore }) => {
  test.each(forms)(
    'text typed at %s is shown if the session has ended, and two presses store it once',
    async (page, posts, fields, column) => {
      const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
      const { app, boss, store } = scene;
      await boss.post(vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Text' });
      await openVacancy(scene, 'welder');
      await scene.post('job-apply', { ...applicant, job: 'welder' });
      await scene.post('enquiry', { ...asker, email: applicant.email });
      await store.db.deleteFrom('messages').execute();
      for (const table of ['applications', 'enquiries'] as const)
        await store.db.updateTable(table).set({ id: 'one' }).execute();
      const late = await entered(app, store, 'two@hcs.example', 'all');
      await late.post(officePaths.signOut);
      let form = await boss.get(page);
      for (const path of posts) {
        const sent = { ...hiddenIn(form, path), ...fields };
        const refused = await late.post(path, sent);
        expect([refused.statusCode, refused.body]).toEqual([401, expect.stringMatching(shown)]);
        const [one, two] = await Promise.all([boss.post(path, sent), boss.post(path, sent)]);
        expect([one.statusCode, one.headers.location]).toEqual([two.statusCode, two.headers.location]);
        form = one;
      }
      if (column === undefined) return;
      const stored = sql`select 1 from ${sql.table(column.split('.')[0] ?? '')} where ${sql.ref(column)} = ${typed}`;
      expect([form.statusCode, (await stored.execute(store.db)).rows.length]).toEqual([303, 1]);
    },
  );
});

test('a page that needs no session does not return the text, and each post counts', async () => {
  const { stranger } = await openOffice({ RATE_LIMIT_MAX: '3' });
  // The first of the three allowed posts was the sign-in.
  for (const status of [404, 404, 429]) {
    const refused = await stranger.post(officePaths.confirm('nothing'), { text: typed });
    expect([refused.statusCode, refused.body.includes(typed)]).toEqual([status, false]);
  }
});
