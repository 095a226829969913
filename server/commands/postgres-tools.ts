import { spawnSync } from 'node:child_process';

import { UsageError } from './command.ts';

/** Runs pg_dump, pg_restore or psql to its end; gives what it printed. */
export function runTool(tool: string, args: string[], databaseUrl?: string): string {
  const { dbname, env } = databaseUrl === undefined ? { dbname: [], env: {} } : connection(databaseUrl);
  const { status, error, stdout, stderr } = spawnSync(tool, [...args, ...dbname], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined)
    throw new UsageError(`${tool} is needed: install the package postgresql-client (${error.message}).`);
  if (status !== 0) throw new UsageError(`${tool} failed: ${stderr.trim()}`);
  return stdout;
}

/** Arguments can be seen by other users of the machine: the password goes by the environment. */
function connection(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  return { dbname: [`--dbname=${url.href}`], env: PGPASSWORD === '' ? {} : { PGPASSWORD } };
}
