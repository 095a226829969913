import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { runLine } from '#server/commands/command-line.ts';
import type { Config } from '#server/config.ts';
import { readSecret } from '#src/contract/application-status.ts';

import { everything } from './stored-rows.ts';
import { application, openVacancy, post, type TestApp } from './test-app.ts';

type App = TestApp['app'];

export const url = '/connect/v1/application';
export const wrong = 'A'.repeat(43);

export async function apply(app: App, headers: Record<string, string> = {}, changes: object = {}) {
  const body = { ...application, job: await openVacancy(app), ...changes };
  return post(app, 'job-apply', body, headers);
}

export async function secretOf(app: App, changes: object = {}): Promise<string> {
  const secret = readSecret((await apply(app, {}, changes)).json());
  if (secret === undefined) throw new Error('The answer has no secret');
  return secret;
}

export function ask(
  app: App,
  secret: string,
  method: 'GET' | 'DELETE' = 'GET',
  remoteAddress = '198.51.100.1',
) {
  return app.inject({ method, url, headers: { 'application-secret': secret }, remoteAddress });
}

type Listed = { id: string; email: string; name: string; description: string; isFlagged: boolean };

/** What the operator reads of `applications` or `subscribers`. */
export async function listed(config: Config, list = 'applications'): Promise<Listed[]> {
  return JSON.parse(await runLine(config, list, '--json')) as Listed[];
}

export async function marked(config: Config, ...words: string[]): Promise<void> {
  const [row] = await listed(config);
  await runLine(config, 'application', 'mark', row?.id ?? '', ...words);
}

/** Every file of the store, or every row where a server has the files. */
export async function stored(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return JSON.stringify(await everything(config));
  const files = readdirSync(config.dataDir).map((name) => join(config.dataDir, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}
