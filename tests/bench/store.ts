/**
 * `npm run bench -- store [ROWS]`: what the office's and the operator's own acts cost, and how long a visitor waits for them,
 * with so many applications (by default 2,000 and 20,000), on SQLite and, if it can be started, on PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';

import { readConfig } from '#server/config.ts';
import { saveNewsletter } from '#server/newsletter/newsletters.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { invite } from '#server/office/people.ts';
import { openStore, type Store } from '#server/store/open-store.ts';
import { isPostgres } from '#server/store/store-problems.ts';

import type { Settings } from '../kit/app.ts';
import { ownPort } from '../kit/ports.ts';
import { startPostgres } from '../kit/postgres.ts';
import { type Server, startServer } from '../kit/server.ts';
import { addPictureArticles, fillStore } from './fill-store.ts';

/** In ms and MB. `wait`: the longest of a visitor; `floor`: the same at rest. `memory`: above what the server takes at rest. */
type Measured = {
  time: number;
  wait: number;
  floor: number;
  memory: number;
  written: number;
  failed?: string;
};
type Row = Measured & { database: string; rows: number; act: string };

export async function measureStore(sizes: number[]): Promise<boolean> {
  const cluster = await startPostgres().catch(() => undefined);
  if (cluster === undefined) console.log('PostgreSQL cannot be started here.');
  console.log('store         act            time   wait  floor  memory   written');
  const printed: Row[] = [];
  let isGood = true;
  const print = (row: Row) => {
    const smaller = printed.find(
      ({ database, rows, act }) => database === row.database && rows * 10 === row.rows && act === row.act,
    );
    isGood = printRow(row, smaller) && isGood;
    printed.push(row);
  };
  for (const rows of sizes) {
    await measureRun('SQLite', rows, {}, print);
    if (cluster) await measureRun('PostgreSQL', rows, { DATABASE_URL: await cluster.newDatabase() }, print);
  }
  return isGood;
}

/** Visitors who read a page with data and apply, one request after the other each. */
function startVisitors(url: string, job: string) {
  const asked = new Map<string, number>();
  let [longest, isStopped] = [0, false];
  const keepAsking = async (name: string, request: () => Promise<Response>) => {
    while (!isStopped) {
      const start = performance.now();
      asked.set(name, start);
      // While the server starts, nothing answers.
      while (
        !isStopped &&
        !(await request().then(
          (answer) => answer.text(),
          () => false,
        ))
      )
        await delay(5);
      longest = Math.max(longest, performance.now() - start);
      asked.delete(name);
      await delay(10);
    }
  };
  const application = () =>
    JSON.stringify({
      job,
      name: 'Visitor Testfield',
      email: 'visitor@example.com',
      mobile: '+260 97 000 0000',
      profile: 'https://profiles.example/v',
      description: `Visit ${performance.now()}`,
    });
  const headers = { 'content-type': 'application/json' };
  const running = [
    keepAsking('page', () => fetch(`${url}/insider/career`)),
    keepAsking('post', () =>
      fetch(`${url}/connect/v1/job-apply`, { method: 'POST', headers, body: application() }),
    ),
  ];
  return {
    /** Returns the longest wait since the last call, once those who wait now have their answers. */
    async longest() {
      const now = performance.now();
      while ([...asked.values()].some((start) => start < now)) await delay(5);
      const found = longest;
      longest = 0;
      return found;
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

async function measureRun(
  database: string,
  rows: number,
  place: Settings,
  print: (row: Row) => void,
): Promise<void> {
  const PORT = String(await ownPort());
  const SITE_URL = `http://localhost:${PORT}`;
  await using server = await startServer({ PORT, SITE_URL, SMTP_URL: 'smtp://127.0.0.1:9', ...place });
  const config = readConfig({ DATA_DIR: server.dataDir, ...place });
  const { payload } = (await (await fetch(`${server.url}/connect/v1/job-list`)).json()) as {
    payload: { _id: string }[];
  };
  const job = payload[0]?._id ?? '';
  await server.stop();
  const store = await openStore(config);
  await fillStore(store, rows, job);
  const articles = await addPictureArticles(store, 12);
  const newsletter = await store.write((trx) =>
    saveNewsletter(
      trx,
      undefined,
      { subject: 'News', source: 'Text', articles: JSON.stringify(articles) },
      0,
    ),
  );
  const { token } = await store.write((trx) => invite(trx, 'boss@hcs.example', 'all'));
  await server.start();
  await server.stop();
  const visitors = startVisitors(SITE_URL, job);
  const startFloor = await timeOf(() => server.start());
  await visitors.longest();
  await delay(3_000);
  // The first pages after a start take longest.
  const firstFloor = await visitors.longest();
  const office = await signIn(SITE_URL, token);
  let floor = 0;
  const add = (act: string, measured: Measured) => print({ database, rows, act, ...measured });
  const measure = async (act: string, work: () => Promise<unknown>) => {
    await delay(1_500);
    floor = Math.max(floor, await visitors.longest());
    const rest = memoryOf(server, true);
    const before = await writtenBy(server, store);
    let failed: string | undefined;
    const fail = (error: unknown) => {
      failed = String(error).slice(0, 80);
    };
    const time = await timeOf(() => work().catch(fail));
    const wait = await visitors.longest();
    const written = ((await writtenBy(server, store)) - before) / 1e6;
    const memory = memoryOf(server) - rest;
    add(act, { time, wait, floor, memory, written, ...(failed && { failed }) });
  };
  const acts: Record<string, () => Promise<unknown>> = {
    today: () => office(officePaths.home),
    export: () => office(officePaths.applicationsCsv, { tab: 'all' }),
    search: () => office(officePaths.applications, { tab: 'all', search: 'nobody of this name' }),
    pages: () => walk(office, `${officePaths.applications}?tab=all`),
    backup: () => backUp(server, place),
    test: () => office(`${officePaths.newsletter(newsletter)}/test`, { key: '' }),
    addresses: () => addAddresses(office, rows),
  };
  for (const [act, work] of Object.entries(acts)) await measure(act, work);
  await server.stop();
  const old = store.db
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '<', new Date(Date.now() - 30 * 86_400_000).toISOString());
  const isLeft = async () => Number((await old.executeTakeFirstOrThrow()).count) > 0;
  // A process counts what it has written itself.
  const before = isPostgres(store.db) ? await writtenBy(server, store) : 0;
  const started = performance.now();
  const time = await timeOf(() => server.start({ RETENTION_DAYS: '30' }));
  add('start', { time, wait: time, floor: startFloor, memory: 0, written: 0 });
  await visitors.longest();
  while (await isLeft()) await delay(200);
  const wait = await visitors.longest();
  const written = ((await writtenBy(server, store)) - before) / 1e6;
  const ended = performance.now() - started;
  add('delete', { time: ended, wait, floor: Math.max(floor, firstFloor), memory: 0, written });
  await visitors.stop();
  await store.close();
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Office = (
  path: string,
  fields?: Record<string, string> | FormData,
) => Promise<{ body: string; location: string }>;

export async function signIn(url: string, token: string): Promise<Office> {
  const entered = await fetch(url + officePaths.enter(token), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';', 1).join();
  return async (path, fields) => {
    const body = fields instanceof FormData ? fields : fields && new URLSearchParams(fields);
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      body: body ?? null,
      redirect: 'manual',
      headers: { cookie },
    });
    const text = await answer.text();
    if (answer.status >= 400)
      throw new Error(`${path}: ${answer.status} ${text.replace(/<[^>]*>/g, ' ').slice(0, 500)}`);
    return { body: text, location: answer.headers.get('location') ?? '' };
  };
}

/** Follows "Next" to the end. */
async function walk(office: Office, first: string): Promise<void> {
  for (let path: string | undefined = first; path !== undefined; ) {
    const { body }: { body: string } = await office(path);
    const [, next] = /<a[^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*\s*Next/.exec(body) ?? [];
    path = next?.replaceAll('&amp;', '&');
  }
}

export async function backUp(server: Server, place: Settings): Promise<void> {
  const file = join(server.dataDir, 'copy');
  const env = { ...process.env, DATA_DIR: server.dataDir, ...place };
  const cli = join(import.meta.dirname, '../../server/cli.mjs');
  const [code] = await once(
    spawn(process.execPath, [cli, 'backup', file], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`The backup ended with ${code}.`);
  await rm(file);
}

/** Adds as many addresses as a list may have, checked and pressed twice. */
export async function addAddresses(office: Office, rows: number): Promise<void> {
  const lines = Array.from(
    { length: Math.min(rows * 2, 5_000) },
    (_, number) => `imported.${number}@example.com,Imported`,
  );
  const form = new FormData();
  form.set('addresses', lines.join('\n'));
  await office(`${officePaths.addresses}/check`, form);
  for (const [name, value] of Object.entries({ everybody: 'on', how: 'agreed', consent: 'At our stand' }))
    form.set(name, value);
  for (let press = 0; press < 2; press += 1) await office(`${officePaths.addresses}/add`, form);
}

/** In MB. `resets`: counts the peak from now on. */
function memoryOf(server: Server, resets = false): number {
  if (resets) writeFileSync(`/proc/${server.pid()}/clear_refs`, '5');
  const [, size] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8')) ?? [];
  return Number(size) / 1000;
}

/** Bytes: of SQLite's files, by the server; of PostgreSQL's log. */
async function writtenBy(server: Server, { db }: Store): Promise<number> {
  if (!isPostgres(db))
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${server.pid()}/io`, 'utf8'))?.[1]);
  const { rows } = await sql<{ bytes: string }>`select pg_current_wal_lsn() - '0/0' as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

/** More than this nobody may wait, unless everybody waits so long. */
const budgetMs = 50;
const timesFloor = 3;
/** For ten times the rows. */
const mostGrowth = 10;

/** Returns false if the act is out of bounds. `smaller`: the same act with a tenth of the rows. */
function printRow(row: Row, smaller: Row | undefined): boolean {
  const { database, rows, act, time, wait, floor, memory, written, failed } = row;
  const isSlow = wait > budgetMs && wait > floor * timesFloor;
  const grows = (now: number, then = now) => now > budgetMs && now > then * mostGrowth;
  const isGrowing = grows(time, smaller?.time) || grows(written, smaller?.written);
  const cells = [time, wait, floor].map((ms) => `${ms.toFixed(0)} ms`.padStart(9));
  const sizes = [memory, written].map((megabytes) => `${megabytes.toFixed(1)} MB`.padStart(10));
  const verdict = [isSlow && 'FAIL: wait', isGrowing && 'FAIL: growth', failed && `FAIL: ${failed}`];
  console.log(
    `${database.padEnd(10)} ${String(rows).padStart(6)} ${act.padEnd(7)}`,
    ...cells,
    ...sizes,
    verdict.filter(Boolean).join(', '),
  );
  return !isSlow && !isGrowing && failed === undefined;
}
