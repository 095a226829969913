import { copyFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { readConfig } from '#server/config.ts';

import { importApp } from './built.ts';

export const siteDefaults = {
  SAMPLE_CONTENT: '1',
  RATE_LIMIT_MAX: '0',
  SUBMISSIONS_PER_ADDRESS_PER_DAY: '1000000',
  MAIL_FROM: 'HERO Control System <hello@hcs.example>',
};

/** Maps each value of SAMPLE_CONTENT to the data folder of a server that has started once. */
const started = new Map<string, Promise<string>>();

/** Speeds up the first start: copies the schema and the sample content of another server. */
export async function copyFirstStart(dataDir: string, settings: Record<string, string>): Promise<void> {
  if (settings.DATABASE_URL !== undefined || settings.CONNECT_UPSTREAM !== undefined) return;
  const { SAMPLE_CONTENT = siteDefaults.SAMPLE_CONTENT } = settings;
  const made = started.get(SAMPLE_CONTENT) ?? startOnce({ ...siteDefaults, SAMPLE_CONTENT });
  started.set(SAMPLE_CONTENT, made);
  const file = join(dataDir, 'hcs.sqlite');
  copyFileSync(join(await made, 'hcs.sqlite'), file);
  using store = new DatabaseSync(file);
  // Each store needs its own keys and the present time: the copied one may have been made under another clock.
  store.exec(`pragma synchronous = off; delete from facts where name = 'push-keys';
    update kysely_migration set timestamp = '${new Date().toISOString()}';
    update facts set value = hex(randomblob(32)) where name = 'secret-key'`);
}

async function startOnce(settings: Record<string, string>): Promise<string> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'hcs-first-'));
  const { buildApp } = await importApp();
  const app = await buildApp(readConfig({ ...settings, LOG_LEVEL: 'silent', DATA_DIR }));
  await app.close();
  return DATA_DIR;
}
