import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Assets of the current build and of earlier ones, for tabs that were opened before a deploy. */
export type AssetsArchive = { folder: string; names: Set<string> };

const unfinished = '.unfinished';
const keptMs = 14 * 24 * 60 * 60 * 1000;

/**
 * Copies the current build's assets, and deletes those that left the build more than 14 days ago. Throws nothing:
 * the archive helps a deploy, and a full disk must not keep the site from starting; `onProblem` hears of it.
 */
export function updateAssetsArchive(
  distDir: string,
  dataDir: string,
  { now = Date.now(), onProblem }: { now?: number; onProblem: (error: unknown) => void },
): AssetsArchive {
  const source = join(distDir, 'assets');
  const folder = join(dataDir, 'assets-archive');
  const current = new Set(namesIn(source));
  try {
    mkdirSync(folder, { recursive: true });
    deleteRetired(folder, join(dataDir, 'assets-archive.json'), current, now);
    for (const name of current) copyWhole(join(source, name), join(folder, name));
  } catch (error) {
    onProblem(error);
  }
  return { folder, names: new Set(namesIn(folder)) };
}

function deleteRetired(folder: string, record: string, current: Set<string>, now: number): void {
  const retired = readRetired(record);
  const old = namesIn(folder).filter((name) => !current.has(name));
  const since = new Map(old.map((name) => [name, retired[name] ?? now]));
  for (const [name, time] of since) {
    if (now - time <= keptMs) continue;
    rmSync(join(folder, name), { force: true });
    since.delete(name);
  }
  writeFileSync(record, JSON.stringify(Object.fromEntries(since)));
}

/** Under its name there is the whole file or none, also when the disk is full or the power fails. */
function copyWhole(from: string, to: string): void {
  if (isCopy(from, to)) return;
  try {
    copyFileSync(from, `${to}${unfinished}`);
    flushFile(`${to}${unfinished}`);
    renameSync(`${to}${unfinished}`, to);
  } finally {
    rmSync(`${to}${unfinished}`, { force: true });
  }
}

/** Byte by byte: a damaged copy would be served in the place of the file, for good. */
function isCopy(from: string, to: string): boolean {
  const size = statSync(to, { throwIfNoEntry: false })?.size;
  return size === statSync(from).size && readFileSync(to).equals(readFileSync(from));
}

/** Or the disk may know the new name before it has the content. */
function flushFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinished))
    .map(({ name }) => name);
}

/** When each file left the build, in milliseconds; an unreadable record starts the clock anew. */
function readRetired(record: string): Record<string, number> {
  if (!existsSync(record)) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(record, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null) return {};
    const entries = Object.entries(parsed).filter(([, since]) => typeof since === 'number');
    return Object.fromEntries(entries) satisfies Record<string, number>;
  } catch {
    return {};
  }
}
