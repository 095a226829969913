import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const operator = readFileSync(join(root, 'server/README.md'), 'utf8');
const readme = ['README.md', 'src/README.md', 'server/README.md', 'tests/README.md']
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

function found(pattern: RegExp): string[] {
  return [...new Set([...readme.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

/** An npm script to its end, on a store of its own. */
function run(...args: string[]) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'hcs-readme-'));
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8', env: { ...process.env, DATA_DIR } });
}

test('every npm script that the README names is there, and none is left out', () => {
  const named = found(/npm (?:run )?(start|test|dev|build|serve|connect|check|bench|shots)\b/g);
  const own = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));
  expect(named.sort()).toEqual(own.sort());
  expect(found(/npm run ([a-z:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
});

test('every file and folder that the README names is there', () => {
  const paths = found(/`(?:node )?((?:src|sw|server|tests|public)\/[\w./-]*)`/g);
  expect(paths.length).toBeGreaterThan(20);
  const made = /^src\/photos\//;
  expect(paths.filter((path) => !made.test(path) && !existsSync(join(root, path)))).toEqual([]);
});

test('every command that a README names is run by a test, or by a person who wants what it writes', () => {
  const run = {
    'npm start': 'tests/build/start.test.ts',
    'npm run dev': 'tests/build/start.test.ts',
    'npm run dev -- --host': 'tests/build/start.test.ts',
    'npm run serve': 'tests/service/start.test.ts, without npm',
    'npm test': 'each run of all tests',
    'npm test -- unit lint': 'each run of a stage',
    'npm test -- deploy': 'each run of a stage',
    'npm run check': 'tests/stages.ts, as two stages',
    'npm ci': 'tests/deploy/container.test.ts',
    'npm run build': 'tests/deploy/one-machine.test.ts',
    'npm run connect -- help': 'here',
    'npm run connect -- COMMAND': 'tests/service/operator-commands.test.ts',
    'npm run connect -- publish': 'tests/service/operator-commands.test.ts',
    'hcs COMMAND': 'tests/deploy/one-machine.test.ts',
    'npm run shots': 'here, for one screen',
    'npm run shots -- osense': 'here',
  };
  const byHand = {
    'npm run bench': 'takes the whole machine',
    'npm run shots -- --public': 'writes into public/',
    'npm run build && npm run shots -- --public': 'writes into public/',
    'npm run build && npm run shots -- --patterns': 'writes into tests/visual/',
    'node tests/shots/icons.ts': 'writes into public/',
    'node tests/shots/clips.ts': 'writes into public/, with ffmpeg',
  };
  expect(found(/`((?:npm|node|hcs) [^`]+)`/g).sort()).toEqual(Object.keys({ ...run, ...byHand }).sort());
});

test('the table of settings has every variable that server, build and tests read', () => {
  const files = globSync(['{server,src,sw,tests}/**/*.{ts,tsx,mjs,yaml}', 'vite.config.ts'], {
    cwd: root,
    exclude: ['server/runtime/**', 'tests/tools/node_modules/**'],
  });
  const reading =
    /(?:\benv\.|\$\{|^ {2}(?=[A-Z_]+: (?:v\.|wholeNumber|oneOf|isSwitchedOn)))([A-Z][A-Z_]{3,})\b/gm;
  const read = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(reading)].map(([, name = '']) => name),
  );
  // Made by the build itself, and what one program of the tests tells another.
  const within = [
    'PHOTOS',
    'BUILD_YEAR',
    'LOGO',
    'PATH',
    'BUILD_DIR',
    'DIST_DIR',
    'DONE',
    'NAME',
    'STATUS_CODES',
    'JSON',
  ];
  const start = readme.indexOf('\n## Settings');
  const table = readme.slice(start, readme.indexOf('\n## ', start + 1));
  const shown = [...table.matchAll(/`(_?[A-Z][A-Z_]+)`/g)].map(([, name = '']) =>
    name.replace(/^_/, 'VITE_GOOGLE_MAPS_'),
  );
  expect(shown.length).toBeGreaterThan(20);
  expect([...new Set(read)].filter((name) => ![...shown, ...within].includes(name))).toEqual([]);
});

test('every operator command that the README names is in the help', () => {
  const help = run('run', '--silent', 'connect', '--', 'help');
  expect(help.status, help.stderr).toBe(0);
  const table = readme.slice(readme.indexOf("## The operator's commands"), readme.indexOf('```md'));
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([a-z]+)/g)].map((match) => match[1] ?? ''),
  );
  const subcommands = ['open', 'close', 'list'];
  expect(named.length).toBeGreaterThan(8);
  for (const name of named.filter((word) => !subcommands.includes(word))) expect(help.stdout).toContain(name);
});

test('every file of server/deploy that server/README.md names is there, and none is left out', () => {
  const named = [...operator.matchAll(/[\w.-]+/g)].map(([word]) => word);
  const files = readdirSync(join(root, 'server/deploy')).filter((file) => !file.endsWith('ignore'));
  expect(files.filter((file) => !named.includes(file))).toEqual([]);
  const meant = [...operator.matchAll(/`([\w-]+\.(?:service|timer|env|conf|yaml|ts))`/g)];
  expect(meant.map(([, file = '']) => file).filter((file) => !files.includes(file))).toEqual([]);
});

test('the screenshots of one screen are made as the README says', { timeout: 120_000 }, () => {
  const shots = run('run', '--silent', 'shots', '--', 'osense');
  expect(shots.status, shots.stderr).toBe(0);
  expect(globSync('shots/osense*.png', { cwd: root }).length).toBeGreaterThanOrEqual(6);
});
