import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';

import { stores } from './stores.ts';
import { application, openVacancy, post, testApp } from './test-app.ts';
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
async function places(app: FastifyInstance): Promise<boolean[]> {
  const shows: boolean[] = [];
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
    shows.push(statusCode === 200 && body.includes(url.includes('/media/') ? '"payload"' : id));
  }
  return shows;
}

describe.each(stores)('with $name', ({ settings }) => {
  test('an article with a date to come appears at that moment in every place, and not before', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    setClock('2027-03-01T05:59:00Z');
    expect(await runLine(config, 'publish', dated('date: 2027-03-01T08:00:00+02:00'))).toContain(
      'from 1 March 2027, 08:00 in Lusaka',
    );
    expect(await runLine(config, 'articles')).toMatch(new RegExp(`^${id}\\t.*\\tscheduled$`, 'm'));
    setClock('2027-03-01T05:59:59.999Z');
    expect(await places(app)).toEqual(Array(7).fill(false));
    setClock('2027-03-01T06:00:00Z');
    expect(await places(app)).toEqual(Array(7).fill(true));
  });

  test('a day alone begins at midnight in Lusaka', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    setClock('2027-02-28T21:59:00Z');
    await runLine(config, 'publish', dated('date: 2027-03-01'));
    expect(await places(app)).toEqual(Array(7).fill(false));
    setClock('2027-02-28T22:00:00Z');
    expect(await places(app)).toEqual(Array(7).fill(true));
  });

  test('a vacancy closes by itself when its day is over in Lusaka, and refuses in words', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    setClock('2027-03-01T06:00:00Z');
    const file = writeArticle(
      '---\nname: Solderer\ntype: part-time\ndate: 2027-03-01\nclosesAt: 2027-03-05\n---\nx\n',
    );
    await runLine(config, 'vacancy', 'open', file);
    const body = { ...application, job: 'solderer' };
    setClock('2027-03-05T21:59:59Z');
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
  });
});
