import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const folders = ['', 'src/', 'server/', 'server/office/', 'tests/'];
const readme = folders.map((folder) => textOf(`${folder}README.md`)).join('\n');

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .map((file) => `/${file}`);

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** Each command between backticks, up to what it leaves open, such as `ID`. */
const commands = [...new Set(readme.match(/(?<=`)(?:npm|npx|node|hcs|docker) [^`]+(?=`)/g))].map((command) =>
  command.replace(/ \[?[A-Z]{2,}\b.*/, ''),
);

/** The headings of the shell blocks that have other lines than these commands. */
const scriptHeadings = readme.split(/^#+ /m).flatMap((section) => {
  const blocks = [...section.matchAll(/^```(?:sh)?\n([\s\S]*?)\n```/gm)].flatMap(([, lines = '']) =>
    lines.split('\n'),
  );
  return blocks.some((line) => !commands.includes(line)) ? [section.split('\n')[0]] : [];
});

const pictures = 'tests/full/pictures.test.ts';
const remedies = [
  'applications',
  'enquiries',
  'forget',
  'invite',
  'restore',
  'restore --exactly',
  'unsubscribe',
]
  .concat('vacancy close', 'vacancy list')
  .map((name) => [`hcs ${name}`, ['tests/full/operator-commands.ts', `'hcs ${name}`]] as const);

/** What runs each command and each shell block (by its heading), and the line there that does. */
const runBy: Record<string, [file: string, line: string]> = {
  'npm start': ['tests/full/fresh-clone.test.ts', "spawn('npm', ['start']"],
  'npm run dev': ['tests/service/built-start.test.ts', "run('npm run dev -- --host')"],
  'npm run dev -- --host': ['tests/service/built-start.test.ts', "run('npm run dev -- --host')"],
  'npm run serve': ['tests/service/built-start.test.ts', "test.each(['npm run serve'"],
  'npm run build': [pictures, "'npm run build && npm run shots -- --public'"],
  'npm run build && npm run shots -- --public': [pictures, "'npm run build && npm run shots -- --public'"],
  'npm run build && npm run shots -- --patterns': [
    pictures,
    "'npm run build && npm run shots -- --patterns'",
  ],
  'npm run shots': [pictures, "'npm run shots -- osense'"],
  'npm run shots -- osense': [pictures, "'npm run shots -- osense'"],
  'npm run shots -- --public': [pictures, "'npm run build && npm run shots -- --public'"],
  'npm run build && npm run shots -- --office': [pictures, "'npm run build && npm run shots -- --office'"],
  'npm run shots -- --office': [pictures, "'npm run build && npm run shots -- --office'"],
  'npx node tests/shots/icons.ts': [pictures, "'npx node tests/shots/icons.ts'"],
  'npx node tests/shots/clips.ts': [pictures, "'npx node tests/shots/clips.ts'"],
  'npm ci': ['server/deploy/Dockerfile', 'RUN npm ci'],
  'npm run connect --': ['tests/service/commands.test.ts', "'help')"],
  'npm run connect -- help': ['tests/service/commands.test.ts', "'help')"],
  'npm run connect -- publish': ['tests/service/store.ts', "['publish']"],
  'npm run connect -- samples': ['tests/service/samples.test.ts', "command('samples', "],
  'npm run connect -- invite': ['tests/service/office-access.test.ts', "command('invite', "],
  'docker compose exec site node server/cli.ts': [
    'tests/full/container.test.ts',
    "inside('node server/cli.ts subscribers')",
  ],
  hcs: ['tests/full/one-machine.test.ts', 'hcs subscribers'],
  ...Object.fromEntries(remedies),
  'If the old version refuses the store': [
    'tests/full/one-machine.test.ts',
    "block('If the old version refuses the store')",
  ],
  'On one machine': ['tests/full/new-operator.ts', "block('On one machine')"],
  'A new version': ['tests/full/one-machine.test.ts', "block('A new version')"],
  'Back to the old version': ['tests/full/one-machine.test.ts', "block('Back to the old version')"],
  'In containers': ['tests/full/compose.test.ts', '## In containers'],
  'npm test': ['.ci/run', 'npm test'],
  'npm test -- full': ['.ci/run', 'npm test -- full'],
  'npm test -- unit': ['tests/run.mjs', "unit: vitest('unit')"],
  'npm run check': ['tests/run.mjs', "['--run', 'check']"],
  'npx vitest run --config tests/vitest.config.ts': [
    'tests/run.mjs',
    "'run', '--config=tests/vitest.config.ts'",
  ],
  'npx playwright test --config tests/playwright.config.ts': [
    'tests/run.mjs',
    "'test', '--config=tests/playwright.config.ts'",
  ],
};

/** Run by people: figures need a machine that does nothing else, a trace is looked at, and Docker needs an engine. */
const runByHand = [
  'npm run bench',
  'npm test -- changed',
  'npm test -- explore',
  'npx playwright show-trace',
  'docker compose cp backup:/backups .',
];

function table(heading: string): string[][] {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '));
  expect(rows.length, heading).toBeGreaterThan(5);
  return rows.slice(1);
}

test('every file and folder that a README names is there, and each of server/deploy is named', () => {
  const named = [
    ...readme.matchAll(
      /`(?:npx node )?((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|scss|yaml|service|timer)|(?:[\w-]+\/)+)`/g,
    ),
  ];
  const paths = named
    .map(([, path = '']) => path)
    .filter((path) => !/^(?:data|dist|shots|reports|runtime)\//.test(path));
  expect(paths.length).toBeGreaterThan(80);
  const isThere = (path: string) =>
    tracked.some((file) => (path.endsWith('/') ? file.includes(`/${path}`) : file.endsWith(`/${path}`)));
  const made = ['src/photos/'];
  expect(paths.filter((path) => !isThere(path) && !made.includes(path))).toEqual([]);
  const deployed = readdirSync(join(root, 'server/deploy')).filter((file) => !file.endsWith('ignore'));
  expect(deployed.filter((file) => !readme.includes(file))).toEqual([]);
});

test('every npm script is named in a README, and no other', () => {
  const own = Object.keys(scripts).filter((name) => !/^(?:pre|post)/.test(name));
  const named = commands.flatMap((command) => /^npm (?:run )?(?!ci)([\w:]+)/.exec(command)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(own.sort());
});

test('each command of the operator that a README names is in the help', () => {
  const words = ['run', '--silent', 'connect', '--', 'help'];
  const help = execFileSync('npm', words, { cwd: root, encoding: 'utf8' });
  const rows = table("The operator's commands").flatMap(([cell = '']) => cell.match(/(?<=`)[a-z]+/g) ?? []);
  const named = commands.flatMap((command) => command.split('npm run connect -- ')[1] ?? []);
  const isInHelp = (name: string) => new RegExp(`^  (?:[a-z]+ )?${name}\\b`, 'm').test(help);
  expect([...rows, ...named].filter((name) => name !== 'help' && !isInHelp(name))).toEqual([]);
});

test('the list says for each command and shell block of a README what runs it', () => {
  expect([...Object.keys(runBy), ...runByHand].sort()).toEqual([...commands, ...scriptHeadings].sort());
});

test.each(Object.entries(runBy))('%s is run where the list says', (_, [file, line]) => {
  expect(textOf(file)).toContain(line);
});
