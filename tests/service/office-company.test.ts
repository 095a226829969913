import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { htmlFromWord } from '../unit/server/pasted-texts.ts';
import { openOffice, problemIn, type Scene, sendReply, textIn } from './office-scene.ts';
import { answered, asker, key, stores } from './store.ts';

/** Sends a form with one file. */
const sendFile = ({ boss }: Scene, url: string, name: string, bytes: Buffer, fields = {}) =>
  boss.upload(url, fields, [['file', bytes, name]]);

/** What is chosen in each select of a page, by its label. */
const selectedIn = ({ body }: { body: string }) =>
  Object.fromEntries(
    [...body.matchAll(/<label[^>]*>([^<]*)<select[^>]*>(.*?)<\/select>/gs)].map(
      ([, label = '', options = '']) => [label.trim(), /value="(\w+)" selected/.exec(options)?.[1]],
    ),
  );

describe.each(stores)('on $name', ({ newStore }) => {
  test('pasted html comes back as Markdown, and typed text is understood when it is saved', async () => {
    const { boss, store } = await openOffice(await newStore());
    const pasted = await boss.upload(
      officePaths.pasted,
      { html: `${htmlFromWord}<img src="file:///a.png">` },
      [],
    );
    expect(pasted.json().losses).toEqual(['Did not come: 1 picture']);
    expect(pasted.json().text).toContain(
      '- Three benches\n- One oven\n\nMwila leads it.\n\n| Place | Opens |',
    );
    const fields = {
      type: 'blog',
      title: 'Typed',
      source: 'Plot 2374\nLusaka\n---\nSee [us](www.hcs.example) and [the form](/ask).',
    };
    const preview = await boss.post(`${officePaths.article('new')}/preview`, fields);
    expect(preview.body).toContain('Plot 2374<br>Lusaka</p>');
    await answered(303, boss.upload(officePaths.article('new'), fields, []));
    const { body } = await store.db
      .selectFrom('articles')
      .select('body')
      .where('id', '=', 'typed')
      .executeTakeFirstOrThrow();
    expect(body).toContain('<p>Plot 2374<br>Lusaka</p>\n<p>See <a href="https://www.hcs.example">us</a>');
  });

  test('a list of subscribers is read, asked about and added with what these people agreed to', async () => {
    const scene = await openOffice(await newStore());
    const { boss, subscribers, store } = scene;
    const list = Buffer.from(
      'Email;Name;Status;Town\nnew@example.com;Ada Banda;active;Ndola\ngone@example.com;Ben;bounced;Lusaka\nnobody;x;;\n',
    );
    const { headers } = await answered(303, sendFile(scene, officePaths.subscriberFile, 'list.csv', list));
    const path = String(headers.location);
    expect(path).not.toContain('@');
    const columns = await boss.get(path);
    expect(textIn(columns)).toContain('Which column is what?');
    expect(selectedIn(columns)).toEqual({ Email: 'email', Name: 'name', Status: 'says', Town: 'none' });
    const kinds = { 'column-0': 'email', 'column-1': 'name', 'column-2': 'says', 'column-3': 'none' };
    await answered(303, boss.post(`${path}/columns`, kinds));
    // Columns that are not used are no longer stored.
    const kept = await store.db.selectFrom('subscriber_imports').select('entries').executeTakeFirstOrThrow();
    expect(kept.entries).not.toContain('Lusaka');
    const page = await boss.get(path);
    expect(page.body).toMatch(/<input[^>]*name="no-0"[^>]*checked=""[^>]*value="bounced"/);
    expect(page.body).not.toMatch(/<input[^>]*checked=""[^>]*value="active"/);
    expect(textIn(page)).toMatch(
      /Status.*active \(1\).*bounced \(1\).*3 rows: 1 new, 1 must not be written to, 1 without an address \(row 4\)\.The first: new@example.com.*Add 1 person/,
    );
    await answered(303, boss.post(`${path}/count`, {}));
    expect(await scene.textOf(path)).toContain('3 rows: 2 new, 1 without');
    const said = { 'no-0': 'bounced', how: 'agreed' };
    expect(problemIn(await boss.post(path, { ...said, consent: ' ' }))).toContain(
      'Say where and when they agreed',
    );
    const done = await answered(303, boss.post(path, { ...said, consent: 'Our stand, July 2026' }));
    expect(await scene.textOf(String(done.headers.location))).toContain(
      'They will get the next newsletter.1 person is subscribed.',
    );
    expect(await subscribers()).toMatchObject([
      { name: 'Ada Banda', consent: 'Our stand, July 2026', isConfirmed: true },
    ]);
    const { body: csv } = await boss.post(`${officePaths.subscribers}.csv`);
    expect(csv).toContain('"Our stand, July 2026"');
    const { body: log } = await boss.get(officePaths.log);
    expect([log.includes('imported 1 subscriber'), log.includes('new@example.com')]).toEqual([true, false]);
    const unsubscribed = await sendFile(scene, officePaths.subscriberFile, 'unsubscribed_export.csv', list);
    expect(problemIn(unsubscribed)).toContain(
      '“unsubscribed_export.csv” lists the people who must get nothing',
    );
  });

  test('where no column says who must not be written to, nobody is added without a tick', async () => {
    const scene = await openOffice(await newStore());
    const { boss, subscribers } = scene;
    const list = Buffer.from('Name,Email\n＝Ada,ada@example.com\n');
    const { headers } = await answered(303, sendFile(scene, officePaths.subscriberFile, 'list.csv', list));
    const path = String(headers.location);
    expect(problemIn(await boss.post(`${path}/columns`, { 'column-1': 'name' }))).toBe(
      'Choose one column that holds the email addresses.',
    );
    await answered(303, boss.post(`${path}/columns`, { 'column-0': 'name', 'column-1': 'email' }));
    expect(await scene.textOf(path)).toContain('Everybody in this list may be written to');
    await answered(422, boss.post(path, { how: 'ask' }));
    expect(await subscribers()).toEqual([]);
    await answered(303, boss.post(path, { how: 'ask', everybody: 'on' }));
    expect(await subscribers()).toMatchObject([{ email: 'ada@example.com', isConfirmed: false }]);
    // Full-width signs begin a formula in East Asian Excel.
    expect((await boss.post(`${officePaths.subscribers}.csv`)).body).toContain(`"'＝Ada"`);
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
