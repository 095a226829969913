import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const policy = '/usr/sbin/policy-rc.d';

/** Installs the Debian package for each program that is not on PATH (only as root). Returns what is still missing. */
export function installMissing(packages: Record<string, string>): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const missing = () =>
    Object.keys(packages).filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  const names = missing().map((program) => packages[program] ?? program);
  if (names.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) aptInstall(names);
  return missing();
}

function aptInstall(names: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const isOurs = !existsSync(policy);
  // Otherwise server packages would start their servers.
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    execFileSync('apt-get', ['update', '-q'], { env, stdio: 'inherit' });
    const install = ['install', '-qy', '--no-install-recommends', ...names];
    execFileSync('apt-get', install, { env, stdio: 'inherit' });
  } catch (error) {
    // The caller reports what is missing.
    console.error(error instanceof Error ? error.message : error);
  } finally {
    if (isOurs) rmSync(policy);
  }
}
