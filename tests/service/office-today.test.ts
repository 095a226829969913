import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { writeFact } from '#server/store/facts.ts';

import {
  addReaders,
  entered,
  openOffice,
  openVacancy,
  shutVacancy,
  startedNewsletter,
  textIn,
} from './office-scene.ts';
import { applicant, openMailed, setClock, stores } from './store.ts';

const now = '2026-11-23T09:00:00.000Z';

describe.each(stores)('on $name', ({ newStore }) => {
  test("Today says what is late, new, scheduled, half sent and not backed up, in Lusaka's time", async () => {
    setClock('2026-11-06T09:00:00.000Z');
    const scene = await openMailed(openOffice, await newStore());
    scene.mail.answer = () => '451 Later';
    const { boss, store } = scene;
    await scene.post('job-apply', { ...applicant, job: await scene.job() });
    setClock('2026-11-20T00:00:00.000Z');
    await store.write((trx) => writeFact(trx, 'last-backup', new Date().toISOString()));
    setClock(now);
    await boss.post(officePaths.article('new'), { type: 'press', title: 'Our stand', source: 'Text' });
    const timed = { version: '1', when: 'at', at: '2026-11-27T17:00' };
    await boss.post(officePaths.publish('our-stand'), timed);
    const welder = { name: 'Welder', type: 'full-time', source: 'Text', closesAt: '2026-11-27' };
    await boss.post(officePaths.vacancy('new'), welder);
    await openVacancy(scene, 'welder');
    await addReaders(store, 4);
    await store.write(async (trx) => {
      await startedNewsletter(trx);
      const some = trx.selectFrom('messages').select('id').where('kind', '=', 'newsletter').limit(1);
      await trx.updateTable('messages').set({ state: 'sent' }).where('id', 'in', some).execute();
    });
    const home = await boss.get(officePaths.home);
    expect(home.body).toMatch(
      /applications\/[\w-]{36}\?tab=received"><strong>1<\/strong> application is late/,
    );
    const page = textIn(home);
    for (const sentence of [
      'Monday, 23 NovemberToday',
      '1 application is late. It arrived on 6 November; we promise a reply within ten working days.',
      '1 new application.',
      'The last backup is 3 days old (20 November, 02:00). Please tell the person who runs the server.',
      'Friday, 27 November, 17:00: “Our stand” will be published',
      'Friday, 27 November: Welder will close, no applications so far',
      '“News”: 1 of 4 sent, the rest by about 11:01.',
    ])
      expect(page).toContain(sentence);
    expect(page).not.toMatch(/\d{4}-\d\d-\d\d/);
    const bold = [...home.body.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, text]) => text);
    expect(bold.sort()).toEqual(['1', '1', '1', '3']);
    expect(home.body).not.toMatch(/office-title[^>]*>(?:<[^>]*>)*1 application/);
  });

  test('Today lists what comes up within seven days, and counts the rest', async () => {
    const { boss, textOf, ...scene } = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    setClock(now);
    for (const [name, closesAt] of Object.entries({
      Welder: '2026-11-29',
      Fitter: '2026-11-30',
      Cook: '2027-01-02',
    })) {
      await boss.post(officePaths.vacancy('new'), { name, type: 'full-time', source: 'Text', closesAt });
      await openVacancy({ boss, ...scene }, name.toLowerCase());
    }
    const page = await boss.get(officePaths.home);
    expect(textIn(page)).toContain('Welder will close');
    expect(textIn(page)).not.toMatch(/Fitter|Cook/);
    const [, rest = ''] = /<a href="([^"]*)">2 more<\/a>/.exec(page.body) ?? [];
    const whole = await textOf(rest);
    expect(whole).toMatch(/Welder.*Fitter.*Cook/);
    expect(whole).not.toContain('more');
  });

  test('with an empty store nothing needs attention, and an editor sees no applicant, vacancy, email or server', async () => {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    expect(await scene.textOf(officePaths.home)).toContain('Nothing needs your attention.');
    await scene.boss.post(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Text' });
    await openVacancy(scene, 'welder');
    await scene.post('job-apply', { ...applicant, job: 'welder' });
    await shutVacancy(scene, 'welder');
    expect(await scene.textOf(officePaths.home)).toContain('Welder is closed. 1 applicant has no answer.');
    const editor = await entered(scene.app, scene.store, 'editor@hcs.example', 'editor');
    const page = await editor.get(officePaths.home);
    expect(textIn(page)).toContain('Nothing needs your attention.');
    expect(page.body).not.toMatch(/Welder|application|Vacanc|The server|People|\bLog\b/i);
  });
});

test('the log shows who did what by day, with a link instead of an id', async () => {
  const { boss } = await openOffice({ SAMPLE_CONTENT: '0' });
  setClock(now);
  await boss.post(officePaths.article('new'), { type: 'press', title: 'News', source: 'Text' });
  const log = (await boss.get(officePaths.log)).body;
  expect(log).toContain('<h2>Monday, 23 November</h2>');
  expect(textIn({ body: log })).toContain('11:00 boss@hcs.example saved an article');
  expect(log).toContain(`<a href="${officePaths.article('news')}">an article</a>`);
});

test('Today warns when the disk is nearly full', async () => {
  const { textOf } = await openOffice();
  const full = 'Less than 1 GB is left on the disk.';
  expect(await textOf(officePaths.home)).not.toContain(full);
  const nearlyFull = vi.spyOn(fs.promises, 'statfs');
  // Update what `import { statfs }` sees.
  onTestFinished(() => {
    nearlyFull.mockRestore();
    syncBuiltinESMExports();
  });
  nearlyFull.mockResolvedValue({ bavail: 999_999, bsize: 1_000 } as fs.StatsFs);
  syncBuiltinESMExports();
  expect(await textOf(officePaths.home)).toContain(full);
});
