/** Vitest's `globalSetup`, and part of Playwright's: deletes whatever the tests and browsers of a run leave behind. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From here on `os.tmpdir()` of every process of this run is a folder of its own. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hcs-'));
  // As the one it stands in for: PostgreSQL runs as a user of its own.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  // `rmSync` gives up without an error where a server that ends removes files at the same time.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20 });
}
