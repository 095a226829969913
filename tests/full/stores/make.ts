import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';

import { importApp } from '../../kit/built.ts';
import { startPostgres } from '../../kit/postgres.ts';

/** `node tests/full/stores/make.ts` remakes the stores of release 1.0. Do not run it once that release has shipped. */
const application = {
  name: 'Nchimunya Testfield',
  email: 'natasha@example.com',
  mobile: '+260 97 123 4567',
  description: 'I lay out boards and write firmware.',
  profile: 'https://profiles.example/natasha',
  job: 'talent-community',
};
const subscription = { name: 'Ada Banda', email: 'ada@example.com' };

async function make(settings: Record<string, string>, file: string): Promise<void> {
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' });
  const { buildApp } = await importApp();
  const app = await buildApp(config, { site: null });
  const vacancy = 'server/commands/sample-content/vacancies/talent-community.md';
  await runLine(config, 'vacancy', 'open', vacancy);
  await runLine(config, 'invite', 'boss@hcs.example');
  for (const [call, payload] of Object.entries({ 'job-apply': application, subscribe: subscription })) {
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/connect/v1/${call}`, payload });
    if (statusCode !== 201) throw new Error(body);
  }
  await app.close();
  const copy = join(import.meta.dirname, file);
  rmSync(copy, { force: true });
  await runLine(config, 'backup', copy);
}

const DATA_DIR = await mkdtemp(join(tmpdir(), 'hcs-store-'));
await make({ DATA_DIR }, '1.0.sqlite');
const cluster = await startPostgres();
await make({ DATA_DIR, DATABASE_URL: await cluster.newDatabase() }, '1.0.dump');
rmSync(DATA_DIR, { recursive: true });
