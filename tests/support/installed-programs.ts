import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where programs of these names would stand, in the order of PATH. */
export function onPath(names: string[]): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const isRoot = process.getuid?.() === 0;

/** Only root may, and only where there is apt. */
export const canAptInstall = isRoot && existsSync('/usr/bin/apt-get');

export function aptInstall(packages: string[]): void {
  const command = `apt-get update -q && apt-get install -qy --no-install-recommends ${packages.join(' ')}`;
  runLoudly('sh', ['-c', command]);
}

/** Shows what the program says; whether it helped is for the caller to look. */
export function runLoudly(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
