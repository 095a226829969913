/** What has to be there before the site is served or tested. Plain JavaScript: on a fresh clone no Node may read TypeScript. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '..');
const fetchedNode = join(root, 'server/runtime/node_modules/node/bin/node');
const stampFile = join(root, 'dist-server/.built-from');
const goOn = 'If it stops, start it again: what has been fetched is kept.';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 18);

/** The Node that runs this site: the machine's where it is new enough, else the one that `install` fetched. */
export const nodeBinary = () => (isNewEnough ? process.execPath : fetchedNode);

/** True when the packages of the lock file are installed; `everything`: the tests' tools too. */
export function isInstalled(everything = false) {
  const installed = join(root, 'node_modules/.package-lock.json');
  const needed = [installed, nodeBinary(), ...(everything ? [join(root, 'node_modules/vitest')] : [])];
  if (!needed.every((file) => existsSync(file))) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Fetches what building and serving need; `everything`: what the tests need as well. */
export async function install(everything = false) {
  console.log('Installing what is needed ...');
  const wanted = everything ? ['--workspaces', '--include-workspace-root'] : ['--workspaces=false'];
  await npm('packages', ['ci', '--include=dev', '--ignore-scripts', ...wanted], root);
  await installRuntime();
}

/** `node_modules/.bin/node` is the Node of every npm script; relative, because the whole folder may be moved. */
async function installRuntime() {
  if (!isNewEnough && !existsSync(fetchedNode)) await npm('Node', ['ci'], join(root, 'server/runtime'));
  const link = join(root, 'node_modules/.bin/node');
  rmSync(link, { force: true });
  const node = nodeBinary();
  symlinkSync(node === fetchedNode ? relative(dirname(link), node) : node, link);
}

/**
 * npm says nothing for minutes on a slow line: tells every ten seconds how far it is.
 * @type {(what: string, args: string[], cwd: string) => Promise<void>}
 */
async function npm(what, args, cwd) {
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith('js') ? [process.execPath, [script]] : ['npm', []];
  const all = [...first, ...args, '--no-audit', '--no-fund', '--loglevel=http'];
  const child = spawn(command, all, { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
  const started = Date.now();
  let fetched = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`Installing ${what}: ${fetched} fetched, ${seconds} s. ${goOn}`);
  }, 10_000);
  createInterface(child.stderr).on('line', (line) => {
    if (/^npm http /.test(line)) fetched += Number(line.includes('.tgz'));
    else if (!/EBADENGINE|^npm warn\s/.test(line)) console.error(line);
  });
  const [code] = await once(child, 'close').finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`Installing ${what}: npm ended with ${code}. ${goOn}`);
}

/** True when `dist/` was built from these files with these settings. */
export function isBuilt() {
  const isThere = existsSync(join(root, 'dist/index.html')) && existsSync(stampFile);
  return isThere && readFileSync(stampFile, 'utf8') === buildStamp();
}

export function build() {
  console.log('Building the site ...');
  const { SITE_URL: url } = process.env;
  if (url && (!/^https?:/.test(url) || !URL.canParse(url) || new URL(url).href !== `${new URL(url).origin}/`))
    throw new Error('SITE_URL: this is not an address such as https://www.example.com.');
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'];
  // Another NODE_ENV in the shell would build React's development version, twice the size.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(nodeBinary(), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`The build ended with ${status}.`);
  writeFileSync(stampFile, buildStamp());
}

function buildStamp() {
  const hash = createHash('sha256');
  const folders = ['src', 'sw', 'public', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const settingFiles = readdirSync(root).filter((name) => name.startsWith('.env'));
  const files = [...folders, ...settingFiles, 'index.html', 'vite.config.ts', 'package-lock.json'];
  for (const file of files.filter((name) => !name.includes('node_modules')).sort())
    if (statSync(join(root, file)).isFile()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  const settings = Object.keys(process.env).filter((name) => /^(?:VITE_|SITE_URL$)/.test(name));
  for (const name of settings.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'stamp') writeFileSync(stampFile, buildStamp());
  if (process.argv[2] === 'runtime') await installRuntime();
}
