import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';

import { expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openOffice, type Scene, textIn } from './office-scene.ts';
import { answered, applicant } from './store.ts';

/** What the product promises to carry. */
const rows = 20_000;
/** Minutes before the newest. */
const timeOf = (row: number) => new Date(Date.parse('2026-11-23T09:00:00.000Z') - row * 60_000).toISOString();

/** Multiplies an application and a log entry, a minute apart. */
async function fill({ post, job, config }: Scene): Promise<void> {
  await answered(201, post('job-apply', { ...applicant, job: await job() }));
  using store = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  store.exec('pragma synchronous = off');
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})`;
  const time = `strftime('%Y-%m-%dT%H:%M:%S.000Z', '${timeOf(0)}', -n || ' minutes')`;
  store.exec(`${numbers} insert into applications (id, job, name, email, mobile, profile, created_at, fingerprint, state,
    contact_key, search_text, description)
    select 'application-' || n, job, 'Person ' || n, email, mobile, profile, ${time}, 'f' || n,
    iif(n % 4 = 0, 'received', 'closed'), 'contact ' || n, 'person ' || n, description
    from numbers, (select * from applications limit 1)`);
  store.exec(`${numbers} insert into log (id, at, person, action, subject)
    select 'entry-' || n, ${time}, 'command line', 'did ' || n, '' from numbers`);
}

type Read = { statement: string; rows: number };

/** What SQLite is asked while `work` runs. */
async function readsOf(work: () => Promise<unknown>): Promise<Read[]> {
  const reads: Read[] = [];
  const { all } = StatementSync.prototype;
  const spy = vi.spyOn(StatementSync.prototype, 'all');
  spy.mockImplementation(function (this: StatementSync, ...parameters) {
    const found = all.apply(this, parameters as never);
    reads.push({ statement: this.sourceSQL, rows: found.length });
    return found;
  });
  onTestFinished(() => spy.mockRestore());
  await work();
  spy.mockRestore();
  return reads;
}

test('the first page of a list, one in the middle and the last one read as many rows, by an index, after a key', async () => {
  const scene = await openOffice();
  await fill(scene);
  using store = new DatabaseSync(join(scene.config.dataDir, 'hcs.sqlite'), { readOnly: true });
  for (const [path, table] of [
    [`${officePaths.applications}?tab=all`, 'applications'],
    [`${officePaths.applications}?tab=closed`, 'applications'],
    [`${officePaths.applications}?tab=received`, 'applications'],
    [officePaths.log, 'log'],
  ] as const) {
    const isUp = path.endsWith('received');
    const costs: number[] = [];
    for (const row of [undefined, 10_000, isUp ? 240 : rows - 240]) {
      const key: Record<string, string> = row === undefined ? {} : { after: `${timeOf(row)}~none` };
      const page = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(key)}`;
      const reads = await readsOf(() => answered(200, scene.boss.get(page)));
      const ofList = reads.filter(
        ({ statement }) => statement.includes(`from "${table}"`) && / limit \?$/.test(statement),
      );
      costs.push(ofList.reduce((sum, read) => sum + read.rows, 0));
      const keyed = ofList.filter(({ statement }) => /\) [<>] \(\?, \?\)/.test(statement));
      expect([page, keyed.length > 0]).toEqual([page, true]);
      for (const { statement } of keyed) {
        const [first, ...steps] = store.prepare(`explain query plan ${statement}`).all();
        expect([page, first?.detail]).toEqual([
          page,
          expect.stringMatching(new RegExp(`^SEARCH ${table} USING .*[<>]\\(?\\?`)),
        ]);
        expect(steps.map(({ detail }) => detail)).not.toContain('USE TEMP B-TREE FOR ORDER BY');
      }
    }
    expect(Math.max(...costs) / Math.min(...costs), `${path}: ${costs}`).toBeLessThanOrEqual(2);
  }
});

test('"Next" and "Back" go through a list, also while rows come and go; a search reads slices', async () => {
  const scene = await openOffice();
  await fill(scene);
  const { boss } = scene;
  const pressed = async (page: { body: string }, label: string) => {
    const [, href = ''] = new RegExp(`href="([^"]*)">${label}<`).exec(page.body) ?? [];
    return boss.get(href.replaceAll('&amp;', '&'));
  };
  const first = await boss.get(`${officePaths.applications}?tab=closed`);
  expect(textIn(first)).not.toContain('Back');
  const second = await pressed(first, 'Next');
  const namesIn = (page: { body: string }): string[] => textIn(page).match(/Person \d+/g) ?? [];
  const shown = namesIn(second);
  await scene.store.db
    .deleteFrom('applications')
    .where('id', 'in', ['application-1', 'application-2'])
    .execute();
  const third = await pressed(second, 'Next');
  expect(shown.filter((name) => namesIn(third).includes(name))).toEqual([]);
  expect(namesIn(await pressed(third, 'Back'))).toEqual(shown);

  const slices = await readsOf(async () => {
    const found = await boss.post(officePaths.applications, { search: 'PERSON 19999' });
    expect(found.body.match(/Choose Person/g)).toHaveLength(1);
  });
  const read = slices.filter(({ statement }) => statement.includes('search_text'));
  expect(read.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(rows - 10);
  expect(Math.max(...read.map((slice) => slice.rows))).toBeLessThanOrEqual(1_024);
});
