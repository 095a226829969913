import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test, vi } from 'vitest';

import { saveNewsletter } from '#server/newsletter/newsletters.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { deleteExpired } from '#server/retention.ts';

import { fileOf } from '../kit/file.ts';
import { copyFirstStart } from '../kit/first-start.ts';
import { sender } from './file-scene.ts';
import { addReaders, applied, openOffice, startedNewsletter } from './office-scene.ts';
import { answered, applicant, temporaryFolder } from './store.ts';

/** The statements that SQLite prepares until the test ends. */
function recordStatements(): Set<string> {
  const statements = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare');
  spy.mockImplementation(function (this: DatabaseSync, text) {
    if (/^\s*(?:with|select|insert|update|delete)\b/.test(text)) statements.add(text);
    return prepare.call(this, text);
  });
  onTestFinished(() => spy.mockRestore());
  return statements;
}

/** SQLite plans without looking at the rows, so a few rows show the plan for a hundred thousand. */
function plansOf(statements: Iterable<string>, dataDir: string): string[] {
  using store = new DatabaseSync(join(dataDir, 'hcs.sqlite'), { readOnly: true });
  return [...statements].map((statement) => {
    const steps = store.prepare(`explain query plan ${statement}`).all();
    return [...steps.map(({ detail }) => detail), `<- ${statement}`].join('\n');
  });
}

/** Checks if a plan reads all rows of a table, or sorts them all for one page. */
function isSlow(plan: string, tables: string): boolean {
  const scan = new RegExp(`^SCAN (?:${tables})\\b(?! USING (?:COVERING )?INDEX)`, 'm');
  const sort = new RegExp(
    `^USE TEMP B-TREE FOR ORDER BY$[^]* from "?(?:${tables})\\b[^]* limit \\?[ offset?]*$`,
    'm',
  );
  return scan.test(plan) || sort.test(plan);
}

test('no page, call or command reads a whole table of visitor data; the lists use their indexes', async () => {
  // Migrations read whole tables, but only once.
  await copyFirstStart(temporaryFolder(), {});
  const statements = recordStatements();
  const scene = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const { boss, config, store } = scene;
  const { secret, path } = await applied(scene);
  const file = fileOf(50);
  const { upload } = await sender(scene).applied([file]);
  await answered(200, sender(scene).sent(file, upload));
  for (const call of ['media-room/press/0', 'media/first-four-layer-board', 'media-priority', 'job-list'])
    await answered(200, scene.read(call));
  await answered(200, scene.read('application', { 'application-secret': secret }));
  for (const page of ['/media-room', '/media-room/filter/press', '/media-room/first-four-layer-board'])
    await answered(200, scene.get(page));
  await answered(200, scene.get('/press.xml'));
  const ofVisitors = plansOf(statements, config.dataDir);
  expect(
    ofVisitors.some((plan) => /^SEARCH articles USING (?:COVERING )?INDEX articles_listed/m.test(plan)),
  ).toBe(true);
  expect(ofVisitors.filter((plan) => isSlow(plan, 'articles'))).toEqual([]);

  await addReaders(store, 2);
  const newsletter = { subject: 'News', source: 'Words', articles: '[]' };
  const draft = await store.write((trx) => saveNewsletter(trx, undefined, newsletter, 0));
  const sent = await store.write(startedNewsletter);
  const job = await scene.job();
  for (const page of [
    ...[officePaths.home, officePaths.applications, `${officePaths.applications}?tab=all&job=${job}`],
    ...['closed', `read&job=${job}`].map((tab) => `${officePaths.applications}?tab=${tab}`),
    ...[`${path}?tab=received`, `${path}?tab=all&job=${job}`, `${path}/answer`, officePaths.enquiries],
    ...[officePaths.vacancies, officePaths.vacancy(job), `${officePaths.vacancy(job)}/close`],
    ...[officePaths.newsletters, officePaths.newsletter(draft), officePaths.newsletterSend(draft)],
    ...[officePaths.newsletter(sent), officePaths.subscribers, officePaths.people, officePaths.log],
  ])
    await answered(200, boss.get(page));
  await scene.command('forget', '--yes', applicant.email);
  await deleteExpired(store, 365);
  const plans = plansOf(statements, config.dataDir);
  for (const index of [
    'applications_places',
    'applications_of_job',
    'enquiries_state',
    'log_at',
    'messages_about',
    'attachments_application',
    'attachments_enquiry',
    'attachments_unfinished',
  ])
    expect(
      plans.some((plan) => plan.includes(` INDEX ${index}`)),
      index,
    ).toBe(true);
  const filled = 'applications|enquiries|replies|log|idempotency_keys|attachment_parts';
  expect(plans.filter((plan) => isSlow(plan, filled))).toEqual([]);
});
