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
  return lines.some((line) => !commands.includes(line)) ? [section.split('\n')[0]] : [];
});

const operator = 'applications,enquiries,forget,invite,restore,restore --exactly,unsubscribe';

/** File -> the commands and shell blocks that it runs; after `->` its own words for it, if they are others. */
const runBy: Record<string, string[]> = {
  '.ci/run': ['npm test'],
  'server/deploy/Dockerfile': ['npm ci'],
  'tests/full/compose.test.ts': ['In containers'],
  'tests/full/container.test.ts': ["docker compose exec site node server/cli.ts -> 'node server/cli.ts sub"],
  'tests/full/new-operator.ts': ["On one machine -> block('On one machine')"],
  'tests/full/one-machine.test.ts': [
    'hcs -> hcs subscribers',
    ...['A new version', 'Back to the old version', 'If the old version refuses the store'].map(
      (heading) => `${heading} -> block('${heading}')`,
    ),
  ],
  'tests/full/operator-commands.ts': [...operator.split(','), 'vacancy close', 'vacancy list'].map(
    (name) => `hcs ${name}`,
  ),
  'tests/full/pictures.test.ts': [
    ...['npm run build', 'npm run shots', 'npm run shots -- osense'],
    ...['npm run shots -- --public', 'npm run shots -- --office'],
    ...['--public', '--patterns', '--office'].map((option) => `npm run build && npm run shots -- ${option}`),
    ...['npx node tests/shots/icons.ts', 'npx node tests/shots/clips.ts'],
  ],
  'tests/service/built-start.test.ts': [
    ...["npm start -> 'npm start']", 'npm run serve', 'npm run dev', 'npm run dev -- --host'],
  ],
  'tests/service/commands.test.ts': ["npm run connect -- -> 'help')", "npm run connect -- help -> 'help')"],
  'tests/service/office-access.test.ts': ["npm run connect -- invite -> command('invite', "],
  'tests/service/samples.test.ts': ["npm run connect -- samples -> command('samples', "],
  'tests/service/store.ts': ["npm run connect -- publish -> ['publish']"],
  'tests/run.mjs': [
    "npm test -- unit -> unit: vitest('unit')",
    "npm run check -> '--run', 'check'",
    "npx vitest run --config tests/vitest.config.ts -> 'run', '--config=tests/vitest.config.ts'",
    "npx playwright test --config tests/playwright.config.ts -> 'test', '--config=tests/playwright.config.ts'",
  ],
};

/** Run by people: figures need a machine that does nothing else, no test starts all tests, a trace is looked at, and Docker needs an engine. */
const runByHand = [
  ...['npm run bench', 'npm test -- changed', 'npm test -- full', 'npm test -- explore'],
  ...['npx playwright show-trace', 'docker compose cp backup:/backups .'],
];

const runs = Object.entries(runBy).flatMap(([file, lines]) =>
  lines.map((line) => {
    const [command = '', words = command] = line.split(' -> ');
    return { command, file, words };
  }),
);

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

test('somebody runs every command and shell block of the READMEs', () => {
  const known = [...runs.map(({ command }) => command), ...runByHand];
  expect(known.sort()).toEqual([...commands, ...headings].sort());
});

test.each(runs)('$command is run in $file', ({ file, words }) => {
  expect(textOf(file)).toContain(words);
});
