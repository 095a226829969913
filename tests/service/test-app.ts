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

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const sharedBuild = mkdtempSync(join(tmpdir(), 'hcs-dist-'));
let isFilled = false;
// One process runs many files: what they share goes with it.
process.once('exit', () => rmSync(sharedBuild, { recursive: true, force: true }));

/** The build that most tests look at; made once. */
function commonBuild(): string {
  if (!isFilled) fillBuild(sharedBuild);
  isFilled = true;
  return sharedBuild;
}

/** A build of the test's own. */
export function fakeBuild(more: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  fillBuild(folder, more);
  return folder;
}

function titleOf(file: string): string {
  const built = prerenderedFiles.find((prerendered) => prerendered.file === file);
  return built === undefined ? file : pages[built.name].title;
}

/** Something like the build: a page for each path, with an inline script and style, and a few other files. */
function fillBuild(folder: string, more: Record<string, string> = {}): void {
  const page = (file: string) =>
    `<!doctype html><script>early = 1</script><style>h1{color:#123456}</style><title>${titleOf(file)}</title><h1>${file}</h1><script>late = 1</script>${' '.repeat(2000)}`;
  const files: Record<string, string> = {
    ...Object.fromEntries(prerenderedFiles.map(({ file }) => [file, page(file)])),
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

export type TestApp = { app: FastifyInstance; config: Config; distDir: string };

/** The server over a fake build, without a limit on POSTs; closed after the test. */
export async function testApp(
  settings: Record<string, string> = {},
  distDir = commonBuild(),
  options: Omit<AppOptions, 'distDir'> = {},
): Promise<TestApp> {
  const config = readConfig({
    DATA_DIR: temporaryFolder(),
    RATE_LIMIT_MAX: '0',
    SAMPLE_CONTENT: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  });
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
  const id = payload[0]?._id;
  if (id === undefined) throw new Error('The sample content has no vacancy');
  return id;
}

export function post(app: FastifyInstance, call: string, body: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: `/connect/v1/${call}`, payload: body, headers });
}

/** The application's fields as a form without JavaScript has them. */
export async function formFields(app: FastifyInstance) {
  const { name: _, ...fields } = application;
  return { ...fields, first_name: 'Nchimunya', last_name: 'Testfield', job: await openVacancy(app) };
}

export function postForm(app: FastifyInstance, call: string, fields: Record<string, string>) {
  return app.inject({
    method: 'POST',
    url: `/connect/v1/${call}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}
