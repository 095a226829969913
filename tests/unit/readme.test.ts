import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root, textOf, tracked } from './sources.ts';

const readme = tracked
  .filter((file) => /(?:^|\/)README\.md$/.test(file))
  .map(textOf)
  .join('\n');

/** Each command between backticks, up to its placeholder, for example `ID`. */
const commands = [...new Set(readme.match(/(?<=`)(?:npm|npx|node|hcs|docker) [^`]+(?=`)/g))].map((command) =>
  command.replace(/ \[?[A-Z]{2,}\b.*/, ''),
);

/** The paths that the READMEs name, except those that a run creates. */
const paths = Array.from(
  readme.matchAll(
    /`(?:npx node )?((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|scss|yaml|service|timer)|(?:[\w-]+\/)+)`/g,
  ),
  ([, path = '']) => path,
).filter((path) => !/^(?:data|dist|dist-server|shots|reports|runtime|src\/photos)\//.test(path));

test('every file and folder that a README names exists', () => {
  expect(paths.length).toBeGreaterThan(80);
  const isThere = (path: string) =>
    tracked.some((file) =>
      path.endsWith('/') ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`),
    );
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('a README names every file in server/deploy', () => {
  const deployed = readdirSync(join(root, 'server/deploy')).filter((file) => !file.endsWith('ignore'));
  expect(deployed.filter((file) => !readme.includes(file))).toEqual([]);
});

test('the READMEs name every npm script, and no others', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const own = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));
  const named = commands.flatMap((command) => /^npm (?:run )?(?!ci)([\w:]+)/.exec(command)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(own.sort());
});

test('the help lists every operator command that a README names', () => {
  const words = ['run', '--silent', 'connect', '--', 'help'];
  const help = execFileSync('npm', words, { cwd: root, encoding: 'utf8' });
  const [, table = ''] = readme.split("\n## The operator's commands\n");
  const rows = [...(table.split(/^## /m)[0] ?? '').matchAll(/^\| (.*?) \| /gm)].slice(1);
  expect(rows.length).toBeGreaterThan(4);
  const inTable = rows.flatMap(([, cell = '']) => cell.match(/(?<=`)[a-z]+/g) ?? []);
  const named = commands.flatMap((command) => command.split('npm run connect -- ')[1] ?? []);
  const isInHelp = (name: string) => new RegExp(`^  (?:[a-z]+ )?${name}\\b`, 'm').test(help);
  expect([...inTable, ...named].filter((name) => name !== 'help' && !isInHelp(name))).toEqual([]);
});
