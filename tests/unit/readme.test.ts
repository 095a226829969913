import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig, readConnectBase } from '#server/config.ts';

import {
  blocks,
  commands,
  commandsForCopy,
  isNamedInTest,
  isRunByTest,
  readme,
  root,
} from './readme-commands.ts';

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .map((file) => `/${file}`);

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

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
    .filter((path) => !/^(?:data|dist|shots|runtime)\//.test(path));
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

test.each(commands.filter((command) => /^npm run connect/.test(command)))('%s is known', (command) => {
  const [program = '', ...args] = `${command} --help`.split(' ');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  expect([status, stdout], stderr).toEqual([0, expect.stringMatching(/connect|usage/i)]);
});

test('every command of the operator is in the help', () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'connect', '--', 'help'], {
    cwd: root,
    encoding: 'utf8',
  });
  const named = table("The operator's commands").flatMap(([cell = '']) => cell.match(/(?<=`)[a-z]+/g) ?? []);
  expect(named.filter((name) => !stdout.includes(name))).toEqual([]);
});

test('the lines of each shell block are commands of a README, or run by a test that names its heading', () => {
  const others = blocks.filter(
    ({ lines }) =>
      !lines
        .trim()
        .split('\n')
        .every((line) => commands.includes(line)),
  );
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ heading }) => !isNamedInTest(heading))).toEqual([]);
});

test('every other command of a README is run by a test, here or in a copy of the checkout', () => {
  const parts = commands.flatMap((command) => /^npm test -- (.*)/.exec(command)?.[1]?.split(' ') ?? []);
  expect(parts.filter((part) => !isRunByTest(part))).toEqual([]);
  const inContainer = commands.flatMap((command) => command.split('docker compose exec site ')[1] ?? []);
  expect(inContainer.filter((command) => command !== scripts.connect)).toEqual([]);
  const others = commands.filter(
    (command) => !/^(?:npm (?:test|run (?:connect|bench))|docker)/.test(command),
  );
  const isCopied = (command: string) => commandsForCopy.some((one) => one.includes(command));
  expect(others.filter((command) => !isRunByTest(command) && !isCopied(command))).toEqual([]);
});

/** The names that a reader of settings asks for. */
function namesReadBy(read: (env: Record<string, undefined>) => unknown): string[] {
  const names = new Set<string>();
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

const settings = table('Settings').map(([names = '', reader = '', defaults = '']) => ({
  names: (names.match(/[A-Z_]{4,}/g) ?? []).map((name) => name.replace(/^_/, 'VITE_GOOGLE_MAPS_')),
  reader,
  defaults: defaults.replaceAll('`', '').split(/[,;] /),
}));
const shown = settings.flatMap(({ names }) => names);

function namesIn(files: RegExp, pattern: RegExp): string[] {
  const found = tracked
    .filter((file) => files.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(pattern)]);
  return found.map(([, name = '']) => name);
}

test('the table of settings has each setting that is read, and no other', () => {
  const reading = /\benv\.([A-Z][A-Z_]+)\b/g;
  // Vite puts these into the code.
  const defined = new Set(namesIn(/^\/vite\.config\.ts$/, /'import\.meta\.env\.(?!SITE_URL)(\w+)':/g)).add(
    'SSR',
  );
  const read = [
    ...[...namesReadBy(readConfig), ...namesReadBy(readConnectBase)],
    ...namesIn(/^\/(?:server|src|sw)\/.*\.tsx?$|^\/vite\.config\.ts$/, reading).filter(
      (name) => !defined.has(name),
    ),
    ...namesIn(/^\/server\/deploy\/compose\.yaml$/, /\$\{([A-Z_]+)/g),
  ];
  expect([...new Set(read)].filter((name) => !shown.includes(name))).toEqual([]);
  // Read by the package `pg`, and by Node.
  const all = [...read, 'PGPASSWORD', 'NODE_COMPILE_CACHE', ...namesIn(/^\/tests\//, reading)];
  expect(shown.filter((name) => !all.includes(name))).toEqual([]);
});

test('the server reads what the table gives to it, and each default is the stated one', () => {
  const ofServer = settings.filter(({ reader }) => reader.includes('server'));
  const names = ofServer.flatMap((row) => row.names);
  expect(namesReadBy(readConfig).filter((name) => !names.includes(name))).toEqual([]);
  const plain = /^(?:\d[\d.]*|off|warn|https?:\S+)$/;
  const stated = ofServer.flatMap((row) =>
    row.names.map((name, index) => [name, row.defaults[index] ?? ''] as const),
  );
  const tried = stated.filter(([, value]) => plain.test(value));
  expect(tried.length).toBeGreaterThan(8);
  for (const [name, value] of tried) expect(readConfig({ [name]: value }), name).toEqual(readConfig({}));
});
