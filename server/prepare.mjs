/** Prepares `npm start` and `npm test`. Uses JavaScript, because the installed Node may not run TypeScript. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '..');
export const nodeBinary = join(root, 'node_modules/.bin/node');
const stampFile = join(root, 'dist-server/.built-from');
const resumeHint = 'If it stops, run the command again; downloads are cached.';

export function isInstalled(withTests = false) {
  const needed = withTests ? [nodeBinary, join(root, 'node_modules/vitest')] : [nodeBinary];
  if (!needed.every((file) => fs.existsSync(file))) return false;
  return fs.lstatSync(nodeBinary).mtimeMs >= fs.statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** @type {(withTests?: boolean, quietMs?: number) => Promise<void>} */
export async function install(withTests = false, quietMs) {
  const wanted = withTests ? ['--workspaces', '--include-workspace-root'] : ['--workspaces=false'];
  await npm('packages', ['ci', '--include=dev', '--ignore-scripts', ...wanted], root, quietMs);
  await installRuntime();
}

/** Links the Node for all npm scripts. Runs last, to mark a complete installation; a relative link lets the folder move. */
async function installRuntime() {
  const fetched = join(root, 'server/runtime/node_modules/node/bin/node');
  const node = process.features.typescript ? process.execPath : fetched;
  if (!fs.existsSync(node)) await npm('Node', ['install', '--no-package-lock'], join(root, 'server/runtime'));
  fs.rmSync(nodeBinary, { force: true });
  fs.symlinkSync(node.startsWith(root) ? relative(dirname(nodeBinary), node) : node, nodeBinary);
}

/**
 * Reports progress after `quietMs`, then at growing intervals.
 * @type {(what: string, args: string[], cwd: string, quietMs?: number) => Promise<void>}
 */
async function npm(what, args, cwd, quietMs = 10_000) {
  const { npm_execpath: script = '' } = process.env;
  const [command = 'npm', ...first] = script.endsWith('js') ? [process.execPath, script] : [];
  const all = [...first, ...args, '--no-audit', '--no-fund', '--loglevel=http'];
  const child = spawn(command, all, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let count = 0;
  const report = () => {
    console.log(`Installing ${what}: ${count} downloaded, ${process.uptime().toFixed()} s. ${resumeHint}`);
    timer = setTimeout(report, Math.max(quietMs, process.uptime() * 1000));
  };
  let timer = setTimeout(report);
  createInterface(child.stderr).on('line', (line) => {
    if (/^npm http /.test(line)) count += Number(line.includes('.tgz'));
    else if (!/EBADENGINE|^npm warn\s/.test(line)) console.error(line);
  });
  const [code] = await once(child, 'close').finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`Installing ${what}: npm exited with code ${code}. ${resumeHint}`);
}

/** Whether the last build was made of what these stamps say. */
export function isBuiltFrom(stamp = buildStamp()) {
  const isThere = fs.existsSync(join(root, 'dist/index.html')) && fs.existsSync(stampFile);
  return isThere && fs.readFileSync(stampFile, 'utf8').startsWith(stamp);
}

/** Skips the build if files and settings have not changed since the last one. */
export function build() {
  if (isBuiltFrom()) return;
  console.log('Building the site ...');
  const { SITE_URL: url } = process.env;
  if (url && (!URL.canParse(url) || new URL(url).origin !== url.replace(/\/+$/, '')))
    throw new Error('SITE_URL: must be a URL such as https://www.example.com.');
  // Any other NODE_ENV would bundle React's development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'];
  const { status } = spawnSync(nodeBinary, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The build failed with exit code ${status}.`);
  fs.writeFileSync(stampFile, buildStamp());
}

function buildStamp() {
  const settings = Object.entries(process.env).filter(([name]) => /^(?:VITE_|SITE_URL$)/.test(name));
  return `${sourceStamp()} ${createHash('sha256').update(JSON.stringify(settings.sort())).digest('hex')}`;
}

export function sourceStamp() {
  const hash = createHash('sha256');
  const folders = ['src', 'sw', 'public', 'server'].flatMap((dir) =>
    fs.readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name)),
  );
  const own = fs.readdirSync(root).filter((name) => /^(?:\.env|index\.|vite\.|package-lock)/.test(name));
  for (const file of [...folders, ...own].filter((name) => !name.includes('node_modules')).sort())
    if (fs.statSync(join(root, file)).isFile()) hash.update(file).update(fs.readFileSync(join(root, file)));
  return hash.digest('hex');
}

const tasks = { build, runtime: installRuntime, stamp: () => fs.writeFileSync(stampFile, buildStamp()) };
if (process.argv[1] === import.meta.filename)
  await tasks[/** @type {keyof typeof tasks} */ (process.argv[2])]();
