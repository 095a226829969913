import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const operator = readFileSync(join(root, 'server/README.md'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8') + operator;
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

test('every command of server/README.md is in the help', () => {
  const help = run('run', '--silent', 'connect', '--', 'help');
  const named = [...operator.matchAll(/(?:^hcs|cli\.ts) ([a-z]+)/gm)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(help.stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});

test('the screenshots of one screen are made as the README says', { timeout: 120_000 }, () => {
  const shots = run('run', '--silent', 'shots', '--', 'osense');
  expect(shots.status, shots.stderr).toBe(0);
  expect(globSync('shots/osense*.png', { cwd: root }).length).toBeGreaterThanOrEqual(6);
});
