import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import type { MediaItem } from '#src/contract/media.ts';

import { stores } from './stores.ts';
import { application, openVacancy, post, testApp } from './test-app.ts';
import { article, writeArticle } from './written-article.ts';

const id = 'rontgen-fur-leiterplatten';
const vacancy = (lines = '', text = 'Bring steady hands.') =>
  writeArticle(`---\nname: Solderer\ntype: part-time\ndate: 2026-11-20\n${lines}---\n${text}\n`);

describe.each(stores)('with $name', ({ settings }) => {
  test('a published article is on the site at once, with its pictures, and off when taken off', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const list = async () =>
      (await app.inject('/connect/v1/media-room/press/0')).json<{ payload: MediaItem[] }>().payload;
    const before = await list();
    const images = 'image: board.png\nimages:\n  - { src: board.png, width: 480 }';
    const source = writeArticle(article.replace('image: board.png', images));
    expect(await runLine(config, 'publish', source)).toContain(`/media-room/${id}`);
    const [item] = await list();
    expect(item).toMatchObject({
      _id: id,
      title: 'Röntgen für Leiterplatten',
      createdAt: '2026-11-20T12:00:00.000Z',
      images: [{ src: item?.img_uri, width: 480 }],
    });
    const html = Buffer.from(item?.description ?? '', 'base64').toString();
    expect(html).toContain('<h2>A <em>new</em> machine</h2>');
    expect(html).toContain('src="/images/ours.svg"');
    const [upload = ''] = /\/uploads\/\w+\.svg/.exec(html) ?? [];
    for (const url of [upload, item?.img_uri ?? '']) expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject(upload)).headers['content-security-policy']).toContain("default-src 'none'");
    await runLine(config, 'unpublish', id);
    expect(await list()).toEqual(before);
    for (const url of [`/connect/v1/media/${id}`, upload])
      expect((await app.inject(url)).statusCode).toBe(404);
    await expect(runLine(config, 'unpublish', id)).rejects.toThrow('No article');
  });

  test('a title that was used replaces nothing unless that is asked for; then its old pictures go', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const read = () => app.inject(`/connect/v1/media/${id}`);
    await runLine(config, 'publish', writeArticle());
    const first = await read();
    const other = writeArticle(article.replace(/date: .*\n|image: .*\n|!\[The machine.*\) and /g, ''));
    const refusal = { statusCode: 409, message: expect.stringContaining('--replace') };
    await expect(runLine(config, 'publish', other)).rejects.toMatchObject(refusal);
    expect((await read()).body).toBe(first.body);
    const { payload } = first.json<{ payload: { img_uri: string; createdAt: string } }>();
    // Another article shows one of the two pictures.
    const blog = writeArticle('---\ntype: blog\ntitle: Other\nimage: board.png\n---\nText\n');
    await runLine(config, 'publish', blog);
    expect(await runLine(config, 'publish', '--replace', other)).toContain('(replaced)');
    expect((await read()).json()).toMatchObject({ payload: { createdAt: payload.createdAt } });
    expect((await app.inject(payload.img_uri)).statusCode).toBe(200);
    await runLine(config, 'unpublish', 'other');
    expect((await app.inject(payload.img_uri)).statusCode).toBe(404);
  });

  test('a draft is nowhere until it is published', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    expect(await runLine(config, 'publish', '--draft', writeArticle())).toContain('draft');
    expect((await app.inject(`/connect/v1/media/${id}`)).statusCode).toBe(404);
    expect(await runLine(config, 'articles')).toMatch(new RegExp(`^${id}\\t.*\\tdraft$`, 'm'));
    await runLine(config, 'publish', '--replace', writeArticle());
    expect((await app.inject(`/connect/v1/media/${id}`)).statusCode).toBe(200);
  });

  test('a vacancy is listed with what its file says, closes, and refuses in words', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const said = 'lead: Hands wanted.\nlocation: Lusaka\nsalary: K 9 000\ncloses: x\nclosesAt: 2126-11-27\n';
    expect(await runLine(config, 'vacancy', 'open', vacancy(said))).toContain(
      '/insider/career/solderer until 27 November 2126, 23:59 in Lusaka',
    );
    expect(await openVacancy(app)).toBe('solderer');
    const { payload } = (await app.inject('/connect/v1/job-list')).json<{ payload: object[] }>();
    expect(payload[0]).toEqual({
      _id: 'solderer',
      name: 'Solderer',
      type: 'part-time',
      createdAt: '2026-11-20T00:00:00.000Z',
      description: '<p>Bring steady hands.</p>\n',
      lead: 'Hands wanted.',
      location: 'Lusaka',
      salary: 'K 9 000',
      closesAt: '2126-11-27T22:00:00.000Z',
    });
    expect(payload[1]).not.toHaveProperty('lead');
    await runLine(config, 'vacancy', 'close', 'solderer');
    const refused = await post(app, 'job-apply', { ...application, job: 'solderer' });
    expect([refused.statusCode, refused.json().error.details[0].message]).toEqual([
      422,
      expect.stringMatching(/^The vacancy "Solderer" is closed\./),
    ]);
    expect(await runLine(config, 'vacancy', 'list')).toMatch(/^solderer\tSolderer\t.*\tclosed$/m);
    await expect(runLine(config, 'vacancy', 'close', 'solderer')).rejects.toThrow('already closed');
  });

  test('a vacancy of a name that was used replaces nothing unless that is asked for', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await runLine(config, 'vacancy', 'open', vacancy());
    await runLine(config, 'vacancy', 'close', 'solderer');
    const refusal = { statusCode: 409, message: expect.stringContaining('--replace') };
    await expect(runLine(config, 'vacancy', 'open', vacancy('', 'Other'))).rejects.toMatchObject(refusal);
    expect((await app.inject('/connect/v1/job-list')).body).not.toContain('solderer');
    await runLine(config, 'vacancy', 'open', '--replace', vacancy('', 'Other'));
    expect((await post(app, 'job-apply', { ...application, job: 'solderer' })).statusCode).toBe(201);
  });
});

test.each([
  ['no front matter', 'front matter between two lines'],
  ['---\ntype: cats\ntitle: x\n---\n', 'press or blog'],
  ['---\ntype: blog\n---\n', 'title: …'],
  ...['yesterday', '05-12-2026', '5 December', '2026-02-30', '2026-12-05T25:00'].map((date) => [
    `---\ntype: blog\ntitle: x\ndate: ${date}\n---\n`,
    `date: "${date}" is not a date such as`,
  ]),
  ['---\ntype: blog\ntitle: x\nimage: gone.png\n---\n', 'There is no picture'],
  ['---\ntype: blog\ntitle: x\nimage: article.md\n---\n', 'is not a supported picture'],
  ['---\ntype: blog\ntitle: x\nimages: [1]\n---\n', 'each of "images"'],
  ['---\ntype: blog\ntitle: x\nid: ../x\n---\n', 'cannot be an id'],
])('an article with a fault is not published, and the fault is named %#', async (text, message) => {
  const { config } = await testApp();
  await expect(runLine(config, 'publish', writeArticle(text))).rejects.toThrow(message);
});

test('a closing date that is over, or in another order of day and month, is refused', async () => {
  const { config } = await testApp();
  for (const [day, message] of [
    ['12-01-2027', 'is not a date'],
    ['2026-01-01', 'is over'],
  ] as const)
    await expect(runLine(config, 'vacancy', 'open', vacancy(`closesAt: ${day}\n`))).rejects.toThrow(message);
});
