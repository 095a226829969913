import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { partBytes } from '#src/contract/files.ts';
import { fileRefusals } from '#src/words/files.ts';

import { type Chosen, fileOf } from '../kit/file.ts';
import { sender } from './file-scene.ts';
import { openOffice } from './office-scene.ts';
import { answered, asker, key, openApp, setClock, stores, temporaryFolder } from './store.ts';

/** 14:07 in Lusaka. */
const time = '2026-11-27T12:07:00Z';
const nothing = { payload: { parts: [], complete: false } };
const file = fileOf(2 * partBytes + 100);
/** The first bytes, as SQLite's file and PostgreSQL's export show them. */
const isStored = (all: string, { bytes }: Chosen) =>
  ['latin1', 'base64'].some((form) => all.includes(bytes.subarray(0, 54).toString(form as 'latin1')));

describe.each(stores)('on $name', ({ newStore }) => {
  test.each([0, 2, 3])('a file is taken back after %i of its 3 parts, and its bytes go', async (count) => {
    const site = await openApp(await newStore());
    const { applied, put, ask, takeBack } = sender(site);
    const { upload } = await applied([file]);
    for (let n = 0; n < count; n += 1) await answered(200, put(file, n, upload));
    expect(isStored(await site.stored(), file)).toBe(count > 0);
    // The answer may be lost.
    for (let times = 0; times < 2; times += 1)
      expect((await answered(200, takeBack(file, upload))).json()).toEqual(nothing);
    for (const late of [() => put(file, 2, upload), () => ask(file, upload)])
      expect((await answered(422, late())).json()).toEqual({ error: fileRefusals.removed });
    expect(isStored(await site.stored(), file)).toBe(false);
    expect(await site.list()).toHaveLength(1);
  });

  test('a part that crosses its DELETE leaves no byte, whichever is first', async () => {
    const site = await openApp(await newStore());
    const { applied, put, ask, takeBack } = sender(site);
    for (let turn = 0; turn < 4; turn += 1) {
      const { upload } = await applied([file], { description: `Turn ${turn}` });
      const parts = () => [0, 1, 2].map((n) => put(file, n, upload));
      const crossed =
        turn % 2 === 0 ? [...parts(), takeBack(file, upload)] : [takeBack(file, upload), ...parts()];
      const statuses = (await Promise.all(crossed)).map(({ statusCode }) => statusCode);
      expect([200, 422]).toEqual(expect.arrayContaining(statuses));
      await answered(422, ask(file, upload));
    }
    expect(isStored(await site.stored(), file)).toBe(false);
  });

  test('the office reads when it was taken back, and does not ask for it', async () => {
    setClock(time);
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { applied, asked, sent, takeBack, put } = sender(scene);
    const { upload } = await applied([file]);
    const token = await asked([file], asker);
    await answered(200, sent(file, upload));
    for (const one of [upload, token]) await answered(200, takeBack(file, one));
    setClock('2026-11-28T09:00:00Z');
    await answered(200, takeBack(file, upload));
    await answered(422, put(file, 0, upload));
    const page = async (path: string) => (await answered(200, scene.boss.get(path))).body;
    const [application, enquiry] = [await scene.list(), await scene.list('enquiries')].map(
      ([row]) => row?.id,
    );
    const html = await page(officePaths.application(application ?? ''));
    expect(html).toMatch(/taken back by the applicant on [^<]*14:07/);
    expect(html).not.toContain('Ask for it');
    expect(await page(officePaths.enquiry(enquiry ?? ''))).toMatch(/taken back by the sender on [^<]*14:07/);
    expect(await page(officePaths.applications)).not.toMatch(/ · (1 )?file/);
  });

  test('of two applications with one file, one is taken back; sent again with the text, it is expected again', async () => {
    const { applied, sent, ask, takeBack } = sender(await openApp(await newStore()));
    const one = await applied([file], {}, key('a'));
    const two = await applied([file], { description: 'Two' });
    for (const { upload } of [one, two]) await answered(200, sent(file, upload));
    await answered(200, takeBack(file, one.upload));
    expect((await answered(200, ask(file, two.upload))).json().payload.complete).toBe(true);
    await applied([file], {}, key('a'));
    await answered(422, ask(file, one.upload));
    await applied([file], {}, key('b'));
    expect((await answered(200, ask(file, one.upload))).json()).toEqual(nothing);
    expect((await answered(200, sent(file, one.upload))).json().payload.complete).toBe(true);
  });

  test('after a restore a row that was deleted is gone, and one that the copy never had is not known', async () => {
    const site = await openApp(await newStore());
    const copy = join(temporaryFolder(), 'copy');
    const { applied, put } = sender(site);
    const before = await applied([file], { description: 'Before' });
    await site.command('backup', copy);
    const withdrawn = await applied([file], { description: 'Withdrawn' });
    const since = await applied([file], { description: 'Since' });
    await answered(200, put(file, 0, since.upload));
    const secret = { 'application-secret': withdrawn.secret };
    await answered(204, site.send('DELETE', 'application', '', secret));
    await site.app.close();
    await site.command('restore', copy);
    const kept = await openApp(site.settings);
    await answered(200, sender(kept).takeBack(file, before.upload));
    await answered(410, sender(kept).takeBack(file, withdrawn.upload));
    expect((await answered(200, sender(kept).ask(file, since.upload))).json().payload.parts).toEqual([0]);
    await kept.app.close();
    await site.command('restore', '--exactly', copy);
    const exact = sender(await openApp(site.settings));
    expect((await answered(200, exact.ask(file, before.upload))).json()).toEqual(nothing);
    for (const { upload } of [withdrawn, since])
      for (const call of [exact.ask, exact.takeBack]) await answered(404, call(file, upload));
  });
});
