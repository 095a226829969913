import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import Fastify from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { mountConnect } from '#server/api/connect-api.ts';
import { embeddedService } from '#server/api/embedded.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { addSampleContent } from '#server/domain/sample-content.ts';
import { answerErrors } from '#server/web/error-answers.ts';

import { application, fakeBuild, openVacancy, post, temporaryFolder, testApp } from './test-app.ts';

test('on a full disk a write is answered 507, the log says why, and nothing is half stored', async () => {
  const config = readConfig({ DATA_DIR: temporaryFolder(), RATE_LIMIT_MAX: '0' });
  const store = await openStore(config);
  await store.write(addSampleContent);
  let log = '';
  const stream = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const app = Fastify({ logger: { level: 'warn', stream } });
  onTestFinished(async () => {
    await app.close();
    await store.close();
  });
  answerErrors(app);
  await mountConnect(app, config, embeddedService(store));
  const job = await openVacancy(app);
  const send = (number: number) =>
    post(
      app,
      'job-apply',
      { ...application, job, description: `${number} ${'long '.repeat(290)}` },
      { 'idempotency-key': `key-${number}` },
    );
  const sendAll = () => Promise.all(Array.from({ length: 40 }, (_, number) => send(number)));
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 8}`).execute(store.db);
  const answers = await sendAll();
  const stored = () => store.db.selectFrom('applications').select('request_key').execute();
  const taken = answers.filter(({ statusCode }) => statusCode === 201);
  const refused = answers.filter(({ statusCode }) => statusCode === 507);
  expect([taken.length + refused.length, refused.length > 0]).toEqual([40, true]);
  for (const answer of refused) expect(answer.json()).toEqual({ error: expect.any(String) });
  expect(await stored()).toHaveLength(taken.length);
  expect(log).toContain('database or disk is full');
  expect(log).not.toMatch(/rollback|savepoint:|no such/);
  await sql.raw('pragma max_page_count = 100000').execute(store.db);
  expect(new Set((await sendAll()).map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(await stored()).toHaveLength(40);
});

test('an archive of assets that cannot be written does not stop the start', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'assets-archive'), 'no folder');
  const { app } = await testApp({ DATA_DIR: dataDir });
  const { statusCode, headers } = await app.inject('/assets/app-12345678.js');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('an asset that could not be copied whole is served from the build', async () => {
  const dataDir = temporaryFolder();
  // A folder in the place of the copy makes copying fail, as a full disk does.
  mkdirSync(join(dataDir, 'assets-archive', 'late-1.js.unfinished'), { recursive: true });
  const { app } = await testApp({ DATA_DIR: dataDir }, fakeBuild({ 'assets/late-1.js': 'late' }));
  expect((await app.inject('/assets/late-1.js')).body).toBe('late');
});

test('while the site is built anew, the assets of the pages in memory are there', async () => {
  const { app, distDir } = await testApp({}, fakeBuild());
  const get = (encoding: string) =>
    app.inject({ url: '/assets/app-12345678.js', headers: { 'accept-encoding': encoding } });
  const before = [await get('br'), await get('gzip'), await get('')];
  rmSync(join(distDir, 'assets'), { recursive: true });
  for (const { headers, rawPayload } of before) {
    const again = await get(String(headers['content-encoding'] ?? ''));
    expect([again.statusCode, again.headers['content-type']]).toEqual([200, headers['content-type']]);
    expect(again.rawPayload.equals(rawPayload)).toBe(true);
  }
});

test('an archived asset that lost its content, or the whole archive, does not stand in for the build', async () => {
  const { app, config, distDir } = await testApp({}, fakeBuild());
  await app.close();
  const archived = join(config.dataDir, 'assets-archive', 'app-12345678.js');
  const whole = readFileSync(archived, 'utf8');
  // As after a power failure.
  writeFileSync(archived, '');
  const { app: again } = await testApp({ DATA_DIR: config.dataDir }, distDir);
  expect((await again.inject('/assets/app-12345678.js')).body).toBe(whole);
  rmSync(join(config.dataDir, 'assets-archive'), { recursive: true });
  expect((await again.inject('/assets/app-12345678.js')).body).toBe(whole);
});
