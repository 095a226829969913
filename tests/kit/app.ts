import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import type { AppOptions } from '#server/app.ts';
import { readConfig } from '#server/config.ts';

import { importApp } from './built.ts';

export type Settings = Record<string, string>;

/** A server for the built site; `await using` stops it and deletes its data. */
export type App = AsyncDisposable & {
  url: string;
  dataDir: string;
  /** Its warnings and errors since the last call. */
  takeLog: () => string[];
};

export const siteDefaults = {
  SAMPLE_CONTENT: '1',
  RATE_LIMIT_MAX: '0',
  SUBMISSIONS_PER_ADDRESS_PER_DAY: '1000000',
  MAIL_FROM: 'HERO Control System <hello@hcs.example>',
};

/** The page timeout is long, so that a slow machine does not fall back to the shell. */
export const appDefaults = { pageTimeoutMs: 60_000, messagePauseMs: 100 };

/** A clock whose every reading is later than anything cached. */
export function restless() {
  let now = 0;
  return { now: () => (now += 2_000) };
}

/** Starts the server in this process with sample content, its own data folder and no limit on POSTs. */
export async function startApp(settings: Settings = {}, options: AppOptions = {}): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hcs-data-'));
  const config = readConfig({ ...siteDefaults, LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings });
  const { buildApp } = await importApp();
  const app = await buildApp(config, { ...appDefaults, clock: restless(), ...options });
  const logged: string[] = [];
  for (const level of ['warn', 'error', 'fatal'] as const)
    app.log[level] = (...said: unknown[]) => void logged.push(inspect(said));
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    dataDir: config.dataDir,
    takeLog: () => logged.splice(0),
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
