import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { publish, unpublish } from '#server/commands/articles.ts';
import { importAnswers } from '#server/commands/import.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import type { MediaItem } from '#src/contract/media.ts';

import { stores } from './stores.ts';
import { application, openVacancy, post, temporaryFolder, testApp } from './test-app.ts';
import { article, writeArticle } from './written-article.ts';

describe.each(stores)('with $name', ({ settings }) => {
  test('a published article is on the site at once, with its pictures, and off when taken off', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const list = async () =>
      (await app.inject('/connect/v1/media-room/press/0')).json<{ payload: MediaItem[] }>().payload;
    const before = await list();
    const said = await publish.run([writeArticle()], config);
    expect(said).toContain('/media-room/rontgen-fur-leiterplatten');
    const [item] = await list();
    expect(item).toMatchObject({
      _id: 'rontgen-fur-leiterplatten',
      title: 'Röntgen für Leiterplatten',
      createdAt: '2026-11-20T12:00:00.000Z',
    });
    const html = Buffer.from(item?.description ?? '', 'base64').toString();
    expect(html).toContain('<h2>A <em>new</em> machine</h2>');
    expect(html).toContain('src="/images/ours.svg"');
    const [upload = ''] = /\/uploads\/\w+\.svg/.exec(html) ?? [];
    for (const url of [upload, item?.img_uri ?? '']) expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject(upload)).headers['content-security-policy']).toContain("default-src 'none'");
    await publish.run([writeArticle(article.replace('für', 'fur'))], config);
    expect((await list()).map(({ title }) => title).slice(0, 2)).toEqual([
      'Röntgen fur Leiterplatten',
      before[0]?.title,
    ]);
    await unpublish.run(['rontgen-fur-leiterplatten'], config);
    expect(await list()).toEqual(before);
    expect((await app.inject('/connect/v1/media/rontgen-fur-leiterplatten')).statusCode).toBe(404);
    await expect(unpublish.run(['rontgen-fur-leiterplatten'], config)).rejects.toThrow('articles');
  });

  test('a closed vacancy leaves the list, refuses applications in words, and can open again', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const job = await openVacancy(app);
    await vacancy.run(['close', job], config);
    expect(await openVacancy(app)).not.toBe(job);
    const refused = await post(app, 'job-apply', { ...application, job });
    expect([refused.statusCode, refused.json().error.details[0].message]).toEqual([
      422,
      expect.stringMatching(/^The vacancy ".+" is closed\./),
    ]);
    await vacancy.run(['open', job], config);
    expect((await post(app, 'job-apply', { ...application, job })).statusCode).toBe(201);
    const path = writeArticle(
      '---\nname: Solderer\ntype: part-time\ndate: 2031-01-01\n---\nBring steady hands.\n',
    );
    expect(await vacancy.run(['open', path], config)).toContain('/insider/career/solderer');
    expect(await openVacancy(app)).toBe('solderer');
    expect(await vacancy.run(['list'], config)).toMatch(/solderer +Solderer +part-time +open/);
  });

  test("a provider's answers are taken over, and taking them over again changes nothing", async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const folder = temporaryFolder();
    const file = (name: string, answer: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(answer));
      return join(folder, name);
    };
    const description = Buffer.from('<p>Grüße \u{1F600}</p>').toString('base64');
    const item = {
      _id: 'p-1',
      title: 'From there',
      description,
      createdAt: '2032-05-06T07:08:09Z',
      img_uri: 'x',
    };
    const press = file('press.json', { payload: [item, { title: 'no id' }, null] });
    const jobs = file('jobs.json', [
      {
        _id: 'j-1',
        name: 'Welder',
        type: 'contract',
        createdAt: '2032-01-01',
        closesAt: '2132-01-01T00:00:00.000Z',
      },
    ]);
    const priority = file('priority.json', { payload: [{ _id: 'p-1' }, { _id: 'unknown' }] });
    for (const _ of [1, 2]) {
      expect(await importAnswers.run([press, '--as', 'press'], config)).toContain('Imported 1 as press; 2 ');
      expect(await importAnswers.run([jobs, '--as', 'vacancies'], config)).toContain('Imported 1');
      await importAnswers.run([priority, '--as', 'priority'], config);
    }
    const read = async (call: string) => (await app.inject(`/connect/v1/${call}`)).json().payload;
    const kept = { ...item, createdAt: '2032-05-06T07:08:09.000Z', type: 'press' };
    expect((await read('media-room/press/0'))[0]).toEqual(kept);
    expect(await read('media-priority')).toHaveLength(1);
    expect((await read('job-list'))[0]).toMatchObject({
      _id: 'j-1',
      name: 'Welder',
      closesAt: '2132-01-01T00:00:00.000Z',
    });
    await vacancy.run(['close', 'j-1'], config);
    await importAnswers.run([jobs, '--as', 'vacancies'], config);
    expect((await read('job-list'))[0]?._id).not.toBe('j-1');
  });
});
