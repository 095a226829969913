import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type AppOptions, buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';

export type Settings = Record<string, string>;

/** A server of the built site; `await using` stops it and removes its data. */
export type App = AsyncDisposable & { url: string; dataDir: string };

/** Starts the server in this process: sample content, a data folder of its own, no limit on POSTs. */
export async function startApp(settings: Settings = {}, options: AppOptions = {}): Promise<App> {
  const ownData = settings.DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), 'hcs-data-')) : undefined;
  const dataDir = settings.DATA_DIR ?? ownData ?? '';
  const defaults = { SAMPLE_CONTENT: '1', RATE_LIMIT_MAX: '0', LOG_LEVEL: 'silent' };
  // No page of a test is a shell because the machine is slow.
  const app = await buildApp(readConfig({ ...defaults, ...settings, DATA_DIR: dataDir }), {
    pagePatienceMs: 60_000,
    ...options,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    dataDir,
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
      if (ownData !== undefined) await rm(ownData, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
