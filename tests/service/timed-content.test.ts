import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { articles, publish, unpublish } from '#server/commands/articles.ts';
import { startPreview } from '#server/commands/preview.ts';
import { vacancy } from '#server/commands/vacancies.ts';

import { stores } from './stores.ts';
import { application, fakeBuild, openVacancy, post, testApp } from './test-app.ts';
import { article, writeArticle } from './written-article.ts';

const dated = (date: string) => writeArticle(article.replace(/date: .*/, date));
const id = 'rontgen-fur-leiterplatten';

/** Moves the clock of this process, and of nothing else. */
function setClock(iso: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(iso) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Where an article shows, by what is asked for, and whether it is there. */
async function places(app: FastifyInstance): Promise<Record<string, boolean>> {
  const shows: Record<string, boolean> = {};
  for (const url of [
    '/connect/v1/media-room/press/0',
    '/connect/v1/media-priority',
    `/connect/v1/media/${id}`,
    `/media-room/${id}`,
    '/media-room/filter/press',
    '/press.xml',
    '/sitemap.xml',
  ]) {
    const { statusCode, body } = await app.inject(url);
    shows[url] = statusCode === 200 && body.includes(url.includes('/media/') ? '"payload"' : id);
  }
  return shows;
}

const everywhere = (isThere: boolean) => (shows: Record<string, boolean>) =>
  Object.values(shows).every((shown) => shown === isThere);

describe.each(stores)('with $name', ({ settings }) => {
  test('an article with a date to come appears at that moment in every place, and not before', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    setClock('2027-03-01T05:59:00Z');
    const said = await publish.run([dated('date: 2027-03-01T08:00:00+02:00')], config);
    expect(said).toMatch(/^Scheduled .* from 1 March 2027, 08:00 in Lusaka\.$/);
    expect(await articles.run([], config)).toMatch(new RegExp(`scheduled +${id}`));
    expect(await places(app)).toSatisfy(everywhere(false));
    setClock('2027-03-01T05:59:59.999Z');
    expect(await places(app)).toSatisfy(everywhere(false));
    setClock('2027-03-01T06:00:00Z');
    expect(await places(app)).toSatisfy(everywhere(true));
  });

  test('a day alone begins at midnight in Lusaka', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    setClock('2027-02-28T21:59:00Z');
    expect(await publish.run([dated('date: 2027-03-01')], config)).toContain('from 1 March 2027, 00:00');
    expect(await places(app)).toSatisfy(everywhere(false));
    setClock('2027-02-28T22:00:00Z');
    expect(await places(app)).toSatisfy(everywhere(true));
  });

  test('a draft is nowhere until it is published, under the date of that day', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const file = dated(`id: ${id}`);
    expect(await publish.run(['--draft', file], config)).toContain('not on the site');
    expect(await places(app)).toSatisfy(everywhere(false));
    setClock('2027-03-01T06:00:00Z');
    expect(await publish.run([file], config)).toContain('(replaced)');
    expect(await places(app)).toSatisfy(everywhere(true));
    await expect(publish.run(['--draft', file], config)).rejects.toThrow('unpublish it first');
  });

  test('a replaced article keeps its date, and its old pictures go', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = JSON.parse(await publish.run([writeArticle(), '--json'], config));
    expect(first).toMatchObject({ id, state: 'published', change: 'new' });
    const uploads = async () => {
      const { body } = await app.inject(`/connect/v1/media/${id}`);
      const { payload } = JSON.parse(body) as { payload: { img_uri: string; description: string } };
      const html = Buffer.from(payload.description, 'base64').toString();
      return [payload.img_uri, /\/uploads\/[\w.]+/.exec(html)?.[0] ?? ''];
    };
    const status = async (urls: string[]) =>
      Promise.all(urls.map(async (url) => (await app.inject(url)).statusCode));
    const [board = '', machine = ''] = await uploads();
    // Another article shows one of the two.
    await publish.run([writeArticle('---\ntype: blog\ntitle: Other\nimage: board.png\n---\nText\n')], config);
    const again = article
      .replace(/date: .*\n/, '')
      .replace(/image: .*\n/, '')
      .replace(/!\[The machine\]\(.*?\) and /, '');
    const second = JSON.parse(await publish.run([writeArticle(again), '--json'], config));
    expect(second).toMatchObject({ change: 'replaced', date: first.date });
    expect(await status([board, machine])).toEqual([200, 404]);
    await unpublish.run(['other'], config);
    expect(await status([board])).toEqual([404]);
  });

  test('a vacancy closes by itself when its day is over in Lusaka, and refuses in words', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    setClock('2027-03-01T06:00:00Z');
    const file = writeArticle(
      '---\nname: Solderer\ntype: part-time\ndate: 2027-03-01\nclosesAt: 2027-03-05\n---\nx\n',
    );
    expect(await vacancy.run(['open', file], config)).toContain('until 5 March 2027, 23:59 in Lusaka');
    const listed = async () => (await app.inject('/connect/v1/job-list')).json().payload[0];
    const body = { ...application, job: 'solderer' };
    setClock('2027-03-05T21:59:59Z');
    expect(await listed()).toMatchObject({ _id: 'solderer', closesAt: '2027-03-05T22:00:00.000Z' });
    expect((await app.inject('/insider/career')).body).toContain('solderer');
    expect((await post(app, 'job-apply', body)).statusCode).toBe(201);
    setClock('2027-03-05T22:00:00Z');
    expect(await openVacancy(app)).not.toBe('solderer');
    for (const url of ['/insider/career', '/sitemap.xml'])
      expect((await app.inject(url)).body).not.toContain('solderer');
    const refused = await post(app, 'job-apply', { ...body, description: 'Late' });
    expect([refused.statusCode, refused.json().error.details[0].message]).toEqual([
      422,
      expect.stringContaining('The vacancy "Solderer" is closed since 5 March 2027, 23:59 in Lusaka.'),
    ]);
    expect(await vacancy.run(['list'], config)).toMatch(/solderer +Solderer +part-time +closed/);
    await expect(vacancy.run(['close', 'solderer'], config)).rejects.toThrow('closed already');
    await expect(vacancy.run(['open', 'solderer', '--closes', '2027-03-01'], config)).rejects.toThrow(
      'is over',
    );
    await expect(vacancy.run(['open', 'solderer', '--closes', 'soon'], config)).rejects.toThrow('not a date');
    await vacancy.run(['open', 'solderer', '--closes', '2027-03-10T12:00'], config);
    expect(await listed()).toMatchObject({ closesAt: '2027-03-10T10:00:00.000Z' });
  });
});

test('a preview shows an article or a vacancy on this machine and publishes nothing', {
  timeout: 120_000,
}, async () => {
  const vacancyFile = writeArticle('---\nname: Solderer\ntype: part-time\n---\nBring steady hands.\n');
  for (const [file, text] of [
    [dated('date: 2036-01-01'), 'A <em>new</em> machine'],
    [vacancyFile, 'Bring steady hands.'],
  ] as const) {
    const { url, close } = await startPreview(file, { distDir: fakeBuild() });
    expect((await (await fetch(url)).text()).includes(text)).toBe(true);
    await close();
    await expect(fetch(url)).rejects.toThrow();
  }
});
