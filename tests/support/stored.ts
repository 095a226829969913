import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** What visitors send, by the table that keeps it. */
type Sent = 'applications' | 'subscribers';

/** E-mail addresses of what the service has stored, oldest first, read beside the running server. */
export function storedAddresses(dataDir: string, table: Sent): string[] {
  using store = openStore(dataDir);
  const rows = store.prepare(`select email from ${table} order by created_at`).all();
  return rows.map(({ email }) => String(email));
}

/** With the answers, by which the service knows the same application again. */
export function forgetStored(dataDir: string, table: Sent): void {
  using store = openStore(dataDir);
  store.exec(`delete from ${table}; delete from seen_keys`);
}

/** Addresses of the browsers that are told of new vacancies. */
export function storedAlerts(dataDir: string): string[] {
  using store = openStore(dataDir);
  const rows = store.prepare('select endpoint from alerts').all();
  return rows.map(({ endpoint }) => String(endpoint));
}

/** As after the restore of an old copy. */
export function forgetAlerts(dataDir: string): void {
  using store = openStore(dataDir);
  store.exec('delete from alerts');
}

function openStore(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'hcs.sqlite'), { timeout: 5_000 });
}

/** Runs one command of `npm run connect` on a store; gives what it printed. */
export async function runCommand(dataDir: string, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli.ts', ...command], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout;
}
