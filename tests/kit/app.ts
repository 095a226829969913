import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import type { AppOptions } from '#server/app.ts';
import { readConfig } from '#server/config.ts';

import type { builds } from './builds.ts';
import { importApp } from './built.ts';
import { copyFirstStart, siteDefaults } from './first-start.ts';

export type Settings = Record<string, string>;

/** A server for the built site; `await using` stops it and deletes its data. */
export type App = AsyncDisposable & {
  url: string;
  dataDir: string;
  /** Its warnings and errors since the last call. */
  takeLog: () => string[];
};

/** The timeouts are long: a slow machine must not fall back to the shell, and an injected request has no socket to close. */
export const appDefaults = { headersTimeoutMs: 60_000, pageTimeoutMs: 60_000, messagePauseMs: 100 };

/** A clock whose every reading is later than anything cached. */
export function restless() {
  let now = 0;
  return { now: () => (now += 2_000) };
}

/** Maps a built site's folder to what the servers of this process have read of it. */
const sites = new Map<string | undefined, Promise<AppOptions['site']>>();

/** Starts the server in this process with sample content, its own data folder and no limit on POSTs. */
export async function startApp(
  settings: Settings = {},
  { distDir, bundleDir, ...options }: AppOptions & Partial<typeof builds.next> = {},
): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hcs-data-'));
  const config = readConfig({ ...siteDefaults, LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings });
  if (settings.DATA_DIR === undefined) await copyFirstStart(dataDir, settings);
  const { buildApp, readSite } = await importApp();
  const site = sites.get(distDir) ?? readSite(distDir, bundleDir);
  sites.set(distDir, site);
  const app = await buildApp(config, { site: await site, ...appDefaults, clock: restless(), ...options });
  const logged: string[] = [];
  for (const level of ['warn', 'error', 'fatal'] as const)
    app.log[level] = (...said: unknown[]) => logged.push(inspect(said));
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
