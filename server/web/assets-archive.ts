import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

import { dayMs } from '../lib/durations.ts';

/** Assets from this build and earlier ones, for tabs opened before a deployment. */
export type AssetsArchive = { folder: string; names: Set<string> };

const maxAgeMs = 14 * dayMs;
const unfinished = '.unfinished';
/** Modification time of current assets. Older ones have the time of their removal from the build. */
const inBuild = new Date(0);

/** If the disk is full, the site starts without an archive. */
export function archiveAssets(distDir: string, dataDir: string, log: FastifyBaseLogger): AssetsArchive {
  try {
    return updateAssetsArchive(distDir, dataDir);
  } catch (error) {
    log.error({ err: error }, 'could not archive the assets of this build');
    return { folder: distDir, names: new Set() };
  }
}

function updateAssetsArchive(distDir: string, dataDir: string, now = new Date()): AssetsArchive {
  const [source, folder] = [join(distDir, 'assets'), join(dataDir, 'assets-archive')];
  mkdirSync(folder, { recursive: true });
  const current = new Set(readdirSync(source));
  for (const name of readdirSync(folder).filter((name) => !current.has(name))) {
    const file = join(folder, name);
    const { mtimeMs } = statSync(file);
    if (mtimeMs === inBuild.getTime()) utimesSync(file, now, now);
    else if (name.endsWith(unfinished) || now.getTime() - mtimeMs > maxAgeMs) rmSync(file);
  }
  for (const name of current) copy(join(source, name), join(folder, name));
  return { folder, names: new Set(readdirSync(folder)) };
}

function copy(from: string, to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.size !== statSync(from).size) {
    copyFileSync(from, to + unfinished);
    renameSync(to + unfinished, to);
  }
  utimesSync(to, inBuild, inBuild);
}
