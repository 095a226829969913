/**
 * What has to be there before the site can be served or tested. Plain JavaScript on Node's own modules, because
 * on a fresh clone neither a package nor a Node that reads TypeScript is there yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '..');

const oldestNode = { major: 22, minor: 18 };
const fetchedNode = join(root, 'server/runtime/node_modules/node/bin/node');
const stampFile = join(root, 'dist-server/.built-from');
const buildInputs = [
  'src',
  'sw',
  'public',
  'server/prerender',
  'server/site',
  'server/http',
  'server/config.ts',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
];

/** The Node that runs this site: the machine's where it is new enough, else the one that `install` fetched. */
export function nodeBinary() {
  if (isNewEnough()) return process.execPath;
  if (existsSync(fetchedNode)) return fetchedNode;
  throw new Error(
    `Node ${oldestNode.major}.${oldestNode.minor} or later is needed; this is ${process.versions.node}. "npm start" fetches one.`,
  );
}

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor);
}

/**
 * True when the packages of the lock file that is here now are installed; `everything`: the tests' tools too.
 * @param {boolean} [everything]
 */
export function isInstalled(everything = false) {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || (everything && !existsSync(join(root, 'node_modules/vitest')))) return false;
  if (!isNewEnough() && !existsSync(fetchedNode)) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/**
 * Fetches what building and serving need, with progress; `everything`: what the tests need as well.
 * @param {boolean} [everything]
 */
export async function install(everything = false) {
  const wanted = everything ? ['--workspaces', '--include-workspace-root'] : ['--workspaces=false'];
  await npm('packages', ['ci', '--include=dev', '--ignore-scripts', ...wanted], root);
  await installRuntime();
}

/** `node_modules/.bin/node` is the Node of every npm script. */
async function installRuntime() {
  if (!isNewEnough() && !existsSync(fetchedNode)) await npm('Node', ['ci'], join(root, 'server/runtime'));
  const link = join(root, 'node_modules/.bin/node');
  rmSync(link, { force: true });
  const node = nodeBinary();
  // The whole folder may be moved, as it is when a new version takes the old one's place.
  symlinkSync(node === fetchedNode ? relative(dirname(link), node) : node, link);
}

/**
 * Runs npm, which says nothing for minutes on a slow line: tells every ten seconds how far it is.
 * @type {(what: string, args: string[], cwd: string) => Promise<void>}
 */
async function npm(what, args, cwd) {
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('js') ? [process.execPath, [script]] : ['npm', []];
  const child = spawn(command, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=http'], {
    cwd,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const started = Date.now();
  let fetched = 0;
  const tell = () =>
    console.log(
      `Installing ${what}: ${fetched} fetched, ${Math.round((Date.now() - started) / 1000)} s. ${goOn}`,
    );
  const timer = setInterval(tell, 10_000);
  createInterface(child.stderr).on('line', (line) => {
    if (/^npm http /.test(line)) fetched += Number(line.includes('.tgz'));
    else if (!/EBADENGINE|^npm warn\s/.test(line)) console.error(line);
  });
  const [code] = await once(child, 'close').finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`Installing ${what}: npm ended with ${code}. ${goOn}`);
}

const goOn = 'If it stops, start it again: what has been fetched is kept.';

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

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'stamp') writeStamp();
  if (process.argv[2] === 'runtime') await installRuntime();
}
