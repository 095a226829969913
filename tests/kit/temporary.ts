/** Vitest's and Playwright's `globalSetup`: nothing of a run outlives it, whatever its tests and browsers leave. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From here on `os.tmpdir()` of every process of this run is a folder of its own. */
export function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'hcs-'));
  // For PostgreSQL, which does not run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 50 });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}
