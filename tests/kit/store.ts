/** The server for service tests: over a small build, on the database that a test names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

import { type AppOptions, buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { prerenderedFiles } from '#server/web/prerendered-files.ts';
import { pages } from '#src/paths.ts';

import type { Settings } from './app.ts';
import { type Cluster, startPostgres } from './postgres.ts';

export type TestStore = {
  name: string;
  /** Settings that lead to a new, empty store. */
  settings: () => Promise<Settings>;
};

let cluster: Promise<Cluster> | undefined;

export const sqlite: TestStore = { name: 'SQLite', settings: async () => ({}) };
/** One server for all files of a process; it ends with the process. */
export const postgres: TestStore = {
  name: 'PostgreSQL',
  async settings() {
    cluster ??= startPostgres();
    return { DATABASE_URL: await (await cluster).newDatabase() };
  },
};

/** For `describe.each`: whatever touches SQL or concurrency runs on both databases in the full tier. */
export const stores = process.env.TEST_TIER === 'full' ? [sqlite, postgres] : [sqlite];

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let common: string | undefined;

/** The small build of most tests, made once. */
function commonBuild(): string {
  if (common !== undefined) return common;
  const folder = mkdtempSync(join(tmpdir(), 'hcs-dist-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  fillBuild(folder);
  common = folder;
  return folder;
}

/** A small build of the test's own, with further files. */
export function smallBuild(more: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  fillBuild(folder, more);
  return folder;
}

/** A page for each path, with inline scripts and a style, and a few other files. */
function fillBuild(folder: string, more: Record<string, string> = {}): void {
  const page = ({ file, name }: (typeof prerenderedFiles)[number]) =>
    `<!doctype html><script>early = 1</script><style>h1{color:#123456}</style><title>${pages[name].title}</title><h1>${file}</h1><script>late = 1</script>${' '.repeat(2000)}`;
  const files: Record<string, string> = {
    ...Object.fromEntries(prerenderedFiles.map((built) => [built.file, page(built)])),
    'sw.js': 'self.skipped = 1;',
    'manifest.webmanifest': '{}',
    'robots.txt': 'User-agent: *',
    'assets/app-12345678.js': `export const text = '${'x'.repeat(3000)}';`,
    'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style></svg>',
    ...more,
  };
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (!/\.(html|js)$/.test(file)) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content));
  }
}

export type OpenApp = { app: FastifyInstance; config: Config; distDir: string };

/** The server with sample content and without a limit on POSTs, not listening; closed after the test. */
export async function openApp(
  settings: Settings = {},
  { distDir = commonBuild(), ...options }: Omit<AppOptions, 'distDir'> & { distDir?: string } = {},
): Promise<OpenApp> {
  const defaults = { RATE_LIMIT_MAX: '0', SAMPLE_CONTENT: '1', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...defaults, DATA_DIR: temporaryFolder(), ...settings });
  // No page of a test is a shell because the machine is slow.
  const app = await buildApp(config, { distDir, pageTimeoutMs: 60_000, ...options });
  onTestFinished(() => app.close());
  return { app, config, distDir };
}

export const application = {
  name: 'Nchimunya Testfield',
  email: 'natasha@example.com',
  mobile: '+260 97 123 4567',
  description: 'I lay out boards and write firmware.',
  profile: 'https://profiles.example/natasha',
};

/** The id of a vacancy that is open. */
export async function openVacancy(app: FastifyInstance): Promise<string> {
  const { payload } = (await app.inject('/connect/v1/job-list')).json<{ payload: { _id: string }[] }>();
  const [vacancy] = payload;
  if (vacancy === undefined) throw new Error('No vacancy is open');
  return vacancy._id;
}

export function post(app: FastifyInstance, call: string, body: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: `/connect/v1/${call}`, payload: body, headers });
}

/** As a browser without script posts it. */
export function postForm(app: FastifyInstance, call: string, fields: Record<string, string>) {
  return post(app, call, Buffer.from(new URLSearchParams(fields).toString()), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}
