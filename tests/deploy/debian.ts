import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const policy = '/usr/sbin/policy-rc.d';

/** Installs Debian's packages of the programs that are not there; why not, where that is impossible. */
export function installMissing(packages: Record<string, string>): string | null {
  const missing = () =>
    Object.keys(packages).filter((program) => !folders.some((folder) => existsSync(`${folder}/${program}`)));
  if (missing().length > 0) install(missing().map((program) => packages[program] ?? program));
  return missing().length === 0
    ? null
    : `${missing().join(', ')} not installed, and only root on Debian with a network can do so.`;
}

function install(names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const;
  const isOurs = !existsSync(policy);
  // Packages of servers would otherwise start them.
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
  } catch {
    // No network or no such package: the caller says what is missing.
  } finally {
    if (isOurs) rmSync(policy);
  }
}
