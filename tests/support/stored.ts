import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** E-mail addresses of what the service has stored, read with the operator's command line. */
export async function storedAddresses(
  dataDir: string,
  what: 'applications' | 'subscribers',
): Promise<string[]> {
  const rows = JSON.parse(await runCommand(dataDir, what, '--json')) as { email: string }[];
  return rows.map(({ email }) => email);
}

/** Runs one command of `npm run connect` on a store; gives what it printed. */
export async function runCommand(dataDir: string, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli.ts', ...command], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout;
}
