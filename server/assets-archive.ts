import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Assets of the current build and of earlier ones, for tabs that were opened before a deploy. */
export type AssetsArchive = { folder: string; names: Set<string> };

const keptMs = 14 * 24 * 60 * 60 * 1000;

/** Copies the current build's assets, and deletes those that left the build more than 14 days ago. */
export function updateAssetsArchive(distDir: string, dataDir: string, now = Date.now()): AssetsArchive {
  const source = join(distDir, 'assets');
  const folder = join(dataDir, 'assets-archive');
  mkdirSync(folder, { recursive: true });
  const current = new Set(existsSync(source) ? namesIn(source) : []);
  const old = namesIn(folder).filter((name) => !current.has(name));
  for (const name of current)
    if (!existsSync(join(folder, name))) copyFileSync(join(source, name), join(folder, name));
  const record = join(dataDir, 'assets-archive.json');
  const retired = readRetired(record);
  const retiredNow = Object.fromEntries(old.map((name) => [name, retired[name] ?? now]));
  for (const [name, since] of Object.entries(retiredNow)) {
    if (now - since <= keptMs) continue;
    rmSync(join(folder, name), { force: true });
    delete retiredNow[name];
  }
  writeFileSync(record, JSON.stringify(retiredNow));
  return { folder, names: new Set([...current, ...Object.keys(retiredNow)]) };
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
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
