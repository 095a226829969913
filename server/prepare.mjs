/**
 * What has to be there before the site can be served or tested. Plain JavaScript on Node's own modules, because
 * on a fresh clone neither a package nor a Node that reads TypeScript is there yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

const oldestNode = { major: 22, minor: 18 };
const stampFile = join(root, 'dist-server/.built-from');
const buildInputs = [
  'src',
  'sw',
  'public',
  'server/prerender',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
];

/** The pinned Node; where its package has no binary for this machine, the running one if it is new enough. */
export function nodeBinary() {
  const pinned = join(root, 'node_modules/.bin/node');
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor))
    return process.execPath;
  throw new Error(
    `Node ${oldestNode.major}.${oldestNode.minor} or later is needed; this is ${process.versions.node}.`,
  );
}

/** True when `npm ci` finished for the lock file that is here now. */
export function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

export function install() {
  const npm = process.env.npm_execpath;
  const ci = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm?.endsWith('js')) run(process.execPath, [npm, ...ci]);
  else run('npm', ci);
}

/** The one setting of the build that can be unusable; checked before minutes go into a build that is thrown away. */
export function checkBuildSettings() {
  const { SITE_URL } = process.env;
  if (!SITE_URL) return;
  const url = URL.canParse(SITE_URL) ? new URL(SITE_URL) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('SITE_URL: this is not an address such as https://www.example.com.');
}

/** True when `dist/` was built from these files with these settings. */
export function isBuilt() {
  if (!existsSync(join(root, 'dist/index.html')) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, 'utf8') === buildStamp();
}

export function build() {
  run(nodeBinary(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  writeStamp();
}

export function writeStamp() {
  writeFileSync(stampFile, buildStamp());
}

function buildStamp() {
  const hash = createHash('sha256');
  for (const file of buildInputs.flatMap(filesUnder)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  const settings = Object.keys(process.env).filter((name) => /^(?:VITE_|SITE_URL$)/.test(name));
  for (const name of settings.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

/** @type {(path: string) => string[]} */
function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @type {(command: string, args: string[]) => void} */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    // Another value in the shell would build React's development version, twice the size.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}.`);
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'stamp') writeStamp();
