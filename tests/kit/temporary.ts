/** Vitest's `globalSetup`, and part of Playwright's: deletes whatever a run's tests and browsers leave behind. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From here on, `os.tmpdir()` is a separate folder for all processes of this run. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hcs-'));
  // The same mode as /tmp, because PostgreSQL runs as another user.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  // Not `rmSync`: it gives up without an error if a server that is shutting down removes files at the same time.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20 });
}
