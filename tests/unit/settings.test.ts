import { expect, test } from 'vitest';

import { readConfig, readConnectBase } from '#server/config.ts';

import { textOf, tracked } from './sources.ts';

/** The names that a function reads from the environment. */
function namesReadBy(read: (env: Record<string, undefined>) => unknown): string[] {
  const names = new Set<string>();
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

const [, rows = ''] = /^## Settings\n[\s\S]*?\|---.*\n((?:\|.*\n)+)/m.exec(textOf('README.md')) ?? [];

const settings = Array.from(rows.matchAll(/^\| (.*) \|$/gm), ([, row = '']) => row.split(' | ')).map(
  ([names = '', reader = '', defaults = '']) => ({
    names: (names.match(/[A-Z_]{4,}/g) ?? []).map((name) => name.replace(/^_/, 'VITE_GOOGLE_MAPS_')),
    reader,
    defaults: defaults.replaceAll('`', '').split(/[,;] /),
  }),
);
const shown = settings.flatMap(({ names }) => names);

function namesIn(files: RegExp, pattern: RegExp): string[] {
  const found = tracked
    .filter((file) => files.test(file))
    .flatMap((file) => [...textOf(file).matchAll(pattern)]);
  return found.map(([, name = '']) => name);
}

test('the settings table has each setting that is read, and no others', () => {
  const reading = /\benv\.([A-Z][A-Z_]+)\b/g;
  // Vite inserts these into the code.
  const defined = new Set(namesIn(/^vite\.config\.ts$/, /'import\.meta\.env\.(?!SITE_URL)(\w+)':/g)).add(
    'SSR',
  );
  const read = [
    ...[...namesReadBy(readConfig), ...namesReadBy(readConnectBase)],
    ...namesIn(/^(?:server|src|sw)\/.*\.tsx?$|^vite\.config\.ts$/, reading).filter(
      (name) => !defined.has(name),
    ),
    ...namesIn(/^server\/deploy\/compose\.yaml$/, /\$\{([A-Z_]+)/g),
  ];
  expect([...new Set(read)].filter((name) => !shown.includes(name))).toEqual([]);
  // The first two are read by the package `pg` and by Node.
  const all = [...read, 'PGPASSWORD', 'NODE_COMPILE_CACHE', ...namesIn(/^tests\//, reading)];
  expect(shown.filter((name) => !all.includes(name))).toEqual([]);
});

test('each setting for the build and the server is passed on to the containers', () => {
  const [compose, dockerfile] = ['compose.yaml', 'Dockerfile'].map((file) => textOf(`server/deploy/${file}`));
  const [, args = '', environment = ''] =
    /\n {6}args:\n([\s\S]*?)\n {4}\w[\s\S]*?environment: &settings\n([\s\S]*?)\n {4}\w/.exec(compose ?? '') ??
    [];
  const isBuilt = (name: string) => args.includes(` ${name}: `) && dockerfile?.includes(`\nARG ${name}\n`);
  const isSet = (name: string) =>
    name === 'SITE_URL' || environment.includes(` ${name}: `) || dockerfile?.includes(` ${name}=`);
  const readBy = (reader: string) =>
    settings.flatMap((row) => (row.reader.includes(reader) ? row.names : []));
  expect(readBy('build').filter((name) => !isBuilt(name))).toEqual([]);
  expect(readBy('server').filter((name) => !isSet(name))).toEqual([]);
});

test('the server reads the settings that the table lists for it, and each default is as stated', () => {
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

test.each([
  [{}, false],
  [{ DATA_DIR: 'data' }, true],
  [{ DATABASE_URL: 'postgres://user@host/name' }, true],
])('the settings %j name a store: %s', (env, isStoreNamed) => {
  expect(readConfig(env).isStoreNamed).toBe(isStoreNamed);
});

test.each([
  ['', true],
  ['?sslmode=require', true],
  ['?sslmode=verify-full&sslrootcert=/root.crt', true],
  ['?sslmode=verify-full', false],
  ['?sslmode=prefer', false],
  ['?sslmode=no-verify', false],
  ['?ssl=true', false],
])('the address of a database that ends in "%s" is understood: %s', (end, isUnderstood) => {
  const read = () => readConfig({ DATABASE_URL: `postgres://user@host/name${end}` });
  if (isUnderstood) expect(read().databaseUrl).toContain(end);
  else expect(read).toThrow(/^DATABASE_URL: .*sslmode=require.*sslmode=verify-full&sslrootcert=FILE/);
});
