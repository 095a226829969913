import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root, textOf, tracked } from './sources.ts';

const folders = ['', 'src/', 'server/', 'server/office/', 'tests/'];
const readme = folders.map((folder) => textOf(`${folder}README.md`)).join('\n');

/** Each command between backticks, up to what it leaves open, such as `ID`. */
const commands = [...new Set(readme.match(/(?<=`)(?:npm|npx|node|hcs|docker) [^`]+(?=`)/g))].map((command) =>
  command.replace(/ \[?[A-Z]{2,}\b.*/, ''),
);

/** The headings of the shell blocks that have other lines than these commands. */
const headings = readme.split(/^#+ /m).flatMap((section) => {
  const blocks = [...section.matchAll(/^```(?:sh)?\n([\s\S]*?)\n```/gm)];
  const lines = blocks.flatMap(([, block = '']) => block.split('\n'));
  return lines.some((line) => !commands.includes(line)) ? [section.split('\n')[0] ?? ''] : [];
});

/** Whatever runs commands: tests, CI and the image. */
const runners = tracked
  .filter((file) => /^tests\/(?:full|service|run)\b|^\.ci\/run$|^server\/deploy\/Dockerfile$/.test(file))
  .map(textOf)
  .join('\n');

/** Command or heading -> the words that run it, where they are others. */
const otherWords: Record<string, string> = {
  'In containers': '/## In containers',
  'docker compose exec site node server/cli.ts': "inside('node server/cli.ts enquiries')",
  hcs: "sh('cd /root && DATA_DIR=/tmp/wrong hcs enquiries')",
  'npm ci': 'RUN npm ci',
  'npm run check': "'--run', 'check'",
  'npm run connect --': "connect({ CONNECT_COMMAND: 'hcs' }, 'help')",
  'npm run connect -- help': "connect({ CONNECT_COMMAND: 'hcs' }, 'help')",
  'npm run connect -- invite': "command('invite', ",
  'npm run connect -- publish': "['publish']",
  'npm run connect -- samples': "command('samples', ",
  'npm test': '\nnpm test',
  'npm test -- full': '\nnpm test -- full',
  'npm test -- unit': "unit: vitest('unit')",
  'npx playwright test --config tests/playwright.config.ts': "'test', '--config=tests/playwright.config.ts'",
  'npx vitest run --config tests/vitest.config.ts': "'run', '--config=tests/vitest.config.ts'",
};

/** Figures need a machine that does nothing else, a trace is looked at, and Docker needs an engine. */
const runByHand = [
  ...['npm run bench', 'npm test -- changed', 'npm test -- explore'],
  ...['npx playwright show-trace', 'docker compose cp backup:/backups .'],
];

/** The paths that the READMEs name, but those that a run makes. */
const paths = Array.from(
  readme.matchAll(
    /`(?:npx node )?((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|scss|yaml|service|timer)|(?:[\w-]+\/)+)`/g,
  ),
  ([, path = '']) => path,
).filter((path) => !/^(?:data|dist|shots|reports|runtime|src\/photos)\//.test(path));

test('every file and folder that a README names is there', () => {
  expect(paths.length).toBeGreaterThan(80);
  const isThere = (path: string) =>
    tracked.some((file) =>
      path.endsWith('/') ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`),
    );
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('a README names every file of server/deploy', () => {
  const deployed = readdirSync(join(root, 'server/deploy')).filter((file) => !file.endsWith('ignore'));
  expect(deployed.filter((file) => !readme.includes(file))).toEqual([]);
});

test('a README names every npm script, and no other', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const own = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));
  const named = commands.flatMap((command) => /^npm (?:run )?(?!ci)([\w:]+)/.exec(command)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(own.sort());
});

test("the help has every operator's command that a README names", () => {
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

test('a test, CI or the image runs each command and shell block of a README, but what people run', () => {
  const all = [...commands, ...headings];
  const isRun = (name: string) =>
    [`'${name}`, `&& ${name}`, `block('${name}')`, otherWords[name] ?? `'${name}`].some((words) =>
      runners.includes(words),
    );
  expect(all.filter((name) => !isRun(name)).sort()).toEqual(runByHand.sort());
  expect(Object.keys(otherWords).filter((name) => !all.includes(name))).toEqual([]);
});
