import { describe, expect, test } from 'vitest';

import { endUnfinished } from '#server/attachments/attachments.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { partBytes } from '#src/contract/attachments.ts';

import { fileOf } from '../kit/file.ts';
import { sender } from './file-scene.ts';
import { entered, openOffice } from './office-scene.ts';
import { answered, asker, setClock, stores } from './store.ts';

/** 14:07 in Lusaka. */
const time = '2026-11-27T12:07:00Z';

/** What a page's list of files says, without tags. */
function saidIn(html: string): string[] {
  const [, list = ''] = /<ul[^>]*aria-label="Files">(.*?)<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) =>
    item
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll('( ', '(')
      .trim(),
  );
}

const linkIn = (html: string, label: string) =>
  new RegExp(`href="([^"]*)"[^>]*aria-label="${label}`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

describe.each(stores)('on $name', ({ newStore }) => {
  test('an application says whether its CV is on its way, has arrived or did not arrive, and what to do then', async () => {
    setClock(time);
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { boss, store } = scene;
    const { applied, put, sent } = sender(scene);
    const file = fileOf(310_000, { name: '../../CV.pdf' });
    const other = fileOf(2 * partBytes + 1, { seed: 'b', name: 'photo.pdf' });
    const chosen = { name: 'Mwila "Banda"' };
    const { upload } = await applied([file], chosen);
    await applied([other], chosen);
    await put(file, 1, upload);
    const [row] = await scene.list();
    const path = officePaths.application(row?.id ?? '');
    const page = async () => (await answered(200, boss.get(path))).body;
    const list = async () => (await answered(200, boss.get(officePaths.applications))).body;
    expect(saidIn(await page())).toEqual([
      'CV (PDF, 310 KB), uploading: 1 of 3 parts, last one at 14:07',
      'photo (PDF, 262 KB), uploading: 0 of 3 parts, last one at 14:07',
    ]);
    expect(await list()).toContain(' · file on its way');
    expect((await scene.list()).map((one) => Object(one).files)).toEqual(['']);

    await answered(200, sent(file, upload));
    setClock('2026-12-20T12:07:00Z');
    await store.write((trx) => endUnfinished(trx, '2026-12-20T00:00:00Z', 20));
    const html = await page();
    expect(saidIn(html)).toEqual([
      'CV (PDF, 310 KB) Download',
      'photo (PDF, 262 KB), did not arrive: it was not complete within 22 days Ask for it',
    ]);
    expect(await list()).toContain(' · 1 file<');
    expect((await scene.list()).map((one) => Object(one).files)).toEqual(['CV.pdf']);
    const csv = await answered(200, boss.post(officePaths.applicationsCsv, { tab: 'all' }));
    expect(csv.body).toContain('"CV.pdf"');
    const download = await answered(200, boss.get(linkIn(html, 'Download CV')));
    const { name = '', vacancyName = '' } = Object(row);
    const title = [name, vacancyName, 'CV']
      .map((part) => part.replaceAll(' ', '-').replaceAll('"', ' '))
      .join('_');
    expect(download.headers['content-disposition']).toContain(`filename="${title}.pdf"`);
    const question = await answered(200, boss.get(linkIn(html, 'Ask for it')));
    expect(question.body).toContain('please send us');
    await answered(422, put(other, 0, upload));
  });

  test('a file is downloaded as it was sent, by people with full access only, and never opened', async () => {
    const scene = await openOffice(await newStore());
    const { boss, stranger, app, store } = scene;
    const { asked, sent } = sender(scene);
    const plan = fileOf(partBytes + 9, { name: '../Plan „A“ 履歴\r\nx: y.pdf' });
    const page = fileOf(0, {
      bytes: Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from('<html><script>')]),
      name: 'page.html',
    });
    const token = await asked([plan, page], { ...asker, email: 'ada@example.com' });
    for (const file of [plan, page]) await answered(200, sent(file, token));
    const [row] = await scene.list('enquiries');
    const path = officePaths.enquiry(row?.id ?? '');
    const { body } = await answered(200, boss.get(path));
    expect((await answered(200, boss.get(officePaths.enquiries))).body).toContain(' · 2 files');
    const link = linkIn(body, 'Download Plan');
    const answer = await answered(200, boss.get(link));
    expect(answer.rawPayload.equals(plan.bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="Plan _A_ __x y.pdf"; filename*=UTF-8\'\'Plan%20%E2%80%9EA%E2%80%9C%20%E5%B1%A5%E6%AD%B4x%20y.pdf',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const opened = await answered(200, boss.get(linkIn(body, 'Download page')));
    expect([opened.headers['content-type'], opened.headers['content-disposition']]).toEqual([
      'image/jpeg',
      expect.stringContaining('page.html.jpg'),
    ]);
    await answered(401, stranger.get(link));
    await answered(403, (await entered(app, store, 'editor@hcs.example', 'editor')).get(link));
    await answered(404, boss.get(link.replace('/enquiries/', '/applications/')));
    await answered(404, boss.get(`${link}x`));
  });
});
