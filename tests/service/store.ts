import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';

import { type AppOptions, buildApp } from '#server/app.ts';
import { change, withStore } from '#server/commands/command.ts';
import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';
import type { Work } from '#server/store/open-store.ts';
import { exportSubscribers } from '#server/subscribers/subscribers.ts';

import { appDefaults, restless, type Settings } from '../kit/app.ts';
import { putArticle } from '../kit/article.ts';
import { copyFirstStart, siteDefaults } from '../kit/first-start.ts';
import { type Listener, startListener } from '../kit/listener.ts';
import { type Cluster, startPostgres, withClient } from '../kit/postgres.ts';
import { putVacancy } from '../kit/vacancy.ts';
import { startMailServer } from './mail.ts';
import { collectProblems } from './problems.ts';

type Headers = Record<string, string>;
/** `newStore` returns the settings for a new, empty store. */
type TestStore = { name: string; newStore: () => Promise<Settings> };

/** One server for all test files in a process; it ends with the process. */
let cluster: Promise<Cluster> | undefined;

export async function newDatabase(): Promise<string> {
  cluster ??= startPostgres();
  return (await cluster).newDatabase();
}

const sqlite: TestStore = { name: 'SQLite', newStore: async () => ({}) };
const postgres: TestStore = {
  name: 'PostgreSQL',
  newStore: async () => ({ DATABASE_URL: await newDatabase() }),
};

export const isFull = process.env.TEST_TIER === 'full';

/** For `describe.each`: whatever touches SQL or concurrency runs on both databases in the full tier. */
export const stores = isFull ? [sqlite, postgres] : [sqlite];

/** Registers work for the end of the test, or of a longer scope. */
type AtEnd = (work: () => void | PromiseLike<void>) => void;

/** A folder that is deleted after the test. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Sets this process's clock; timers stay real. */
export function setClock(time: string | number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const moveClock = (ms: number) => setClock(Date.now() + ms);

/** Repeats the check until it does not throw. */
export const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 110_000, interval: 20 });

/** Moves the clock step by step until the check does not throw: a failure not stored yet is retried at a later step. */
export const untilLater = <T>(stepMs: number, check: () => T) =>
  vi.waitFor(
    () => {
      moveClock(stepMs);
      return vi.waitFor(check, { timeout: 4_000, interval: 20 });
    },
    { timeout: 110_000 },
  );

export const key = (value: string) => ({ 'idempotency-key': value });
export const ada = { name: 'Ada Banda', email: 'ada@example.com' };
export const applicant = {
  name: 'Nchimunya Testfield',
  email: 'natasha@example.com',
  mobile: '+260 97 123 4567',
  description: 'I lay out boards and write firmware.',
  profile: 'https://profiles.example/natasha',
};

export const asker = {
  name: 'Bwalya Testfield',
  email: '',
  phone: '+260 96 765 4321',
  about: 'Water Handler',
  message: 'How much is a valve for a pipe of 25 mm?',
};

type Row = { id: string; email: string; name: string; description: string };
export type TestApp = Awaited<ReturnType<typeof openApp>>;

/** Reads the clock set by `setClock`. */
export const testClock = { now: () => Date.now() };

/** The connect API on its own store with the sample content; pages only with a `site`. Closed after the test. */
export async function openApp(
  settings: Settings = {},
  options: AppOptions = {},
  atEnd: AtEnd = onTestFinished,
) {
  const DATA_DIR = settings.DATA_DIR ?? temporaryFolder(atEnd);
  if (settings.DATA_DIR === undefined) await copyFirstStart(DATA_DIR, settings);
  const all = { ...siteDefaults, ...settings, DATA_DIR };
  const config = readConfig({ LOG_LEVEL: 'error', ...all });
  const log = collectProblems();
  const app = await buildApp(config, {
    site: null,
    log,
    ...appDefaults,
    clock: restless(),
    ...options,
  });
  atEnd(() => app.close().then(log.end));
  await app.ready();
  const command = (...words: string[]) => runLine(config, ...words);
  const get = (url: string, headers: Headers = {}) => app.inject({ url, headers });
  const read = (call: string, headers?: Headers) => get(`/connect/v1/${call}`, headers);
  const payload = async <T>(call: string) => (await read(call)).json<{ payload: T }>().payload;
  const send = (
    method: 'POST' | 'PUT' | 'DELETE',
    call: string,
    body: object | string,
    headers: Headers = {},
  ) => app.inject({ method, url: `/connect/v1/${call}`, payload: body, headers });
  const post = (call: string, body: object | string, headers?: Headers) => send('POST', call, body, headers);
  const job = async () => (await payload<{ _id: string }[]>('job-list'))[0]?._id ?? 'none is open';
  return {
    app,
    config,
    /** Settings that open the same store again. */
    settings: all,
    command,
    get,
    read,
    payload,
    send,
    post,
    job,
    /** Applies for the newest vacancy. */
    apply: async (changes: object = {}, headers?: Headers) =>
      post('job-apply', { ...applicant, job: await job(), ...changes }, headers),
    /** Posts a form as a browser without scripts would. */
    form: (call: string, fields: Record<string, string>) =>
      post(call, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    /** The rows that the operator's command lists. */
    list: async (list: 'applications' | 'enquiries' = 'applications') =>
      JSON.parse(await command(list, '--json')) as Row[],
    subscribers: () =>
      withStore(config, async ({ db }) => (await Array.fromAsync(exportSubscribers(db))).flat()),
    /** Changes the store as an office page would. */
    change: <T>(work: Work<T>) => change(config, work),
    /** The store's entire content, including deleted text that is still in a file. */
    stored: async () => (config.databaseUrl === null ? textOf(config.dataDir) : rowsOf(config.databaseUrl)),
    publish: (text: Parameters<typeof putArticle>[1]) => change(config, (trx) => putArticle(trx, text)),
    openVacancy: (text: Parameters<typeof putVacancy>[1]) => change(config, (trx) => putVacancy(trx, text)),
  };
}

/** A server in front of a provider whose API begins at `/api`. */
export async function openProxy(answer: Listener['answer'], options: AppOptions = {}) {
  const provider = await startListener(answer);
  onTestFinished(() => provider[Symbol.asyncDispose]());
  return { ...(await openApp({ CONNECT_UPSTREAM: `${provider.url}/api/` }, options)), provider };
}

/** A server, opened by `open`, that sends its email to the test's own mail server. */
export async function openMailed<Site>(open: (settings: Settings) => Promise<Site>, settings: Settings = {}) {
  const mail = await startMailServer();
  onTestFinished(() => mail[Symbol.asyncDispose]());
  return { ...(await open({ ...settings, SMTP_URL: mail.url })), mail };
}

/** One app for all tests in a file that do not depend on each other's data. */
export function sharedApp(settings?: Settings, options?: AppOptions): () => TestApp {
  const ends: Parameters<AtEnd>[0][] = [];
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp(settings, options, (work) => ends.unshift(work));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => app;
}

function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

const rowsOf = (url: string) =>
  withClient(url, async (client) =>
    JSON.stringify((await client.query("select schema_to_xml('public', true, false, '')")).rows),
  );

/** Expects this status, and returns the response. */
export async function answered<T extends { statusCode: number; body: string }>(
  status: number,
  sent: Promise<T>,
) {
  const answer = await sent;
  expect(answer.statusCode, answer.body).toBe(status);
  return answer;
}
