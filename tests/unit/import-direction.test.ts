import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';

import { isIn, sources, textOf } from './sources.ts';

/** The server's files and folders: each may import those before it. */
const rooms = [
  ...[
    'root.ts',
    'launch.mjs',
    'lib',
    'config.ts',
    'store',
    'pictures',
    'web',
    'outgoing',
    'office',
    'attachments',
    'replies',
    'articles',
    'subscribers',
    'newsletter',
  ],
  ...[
    'enquiries',
    'devices',
    'applicants',
    'vacancies',
    'person.ts',
    'person-page.tsx',
    'mail-kinds.ts',
    'connect',
    'samples.ts',
    'retention.ts',
    'end-waiting.ts',
    'restore-texts.ts',
    'send-messages.ts',
  ],
  ...[
    'server-today.ts',
    'today-page.tsx',
    'sections.ts',
    'commands',
    'app.ts',
    'build',
    'serve.ts',
    'run-command.ts',
    'main.mjs',
    'cli.mjs',
  ],
].map((name) => `server/${name}`);
const shared = ['src/words', 'src/contract', 'src/server-paths.ts', 'src/paths.ts', 'src/lib'];

/** Place in the tree -> what it may import besides itself. The longest matching place counts; each comes after its imports. */
const allowed: Record<string, string[]> = {
  ...allowedIn(textOf('src/README.md')),
  ...Object.fromEntries(rooms.map((room, index) => [room, [...shared, ...rooms.slice(0, index)]])),
  'vite.config.ts': ['server/build', 'src/words/site.ts'],
};
allowed['server/build']?.push('src/content');

const places = Object.keys(allowed);

/** The table "place | may import", whose names are below `src` except `sw`. */
function allowedIn(readme: string): Record<string, string[]> {
  const [, table = ''] = /\| place \| may import \|\n.*\n((?:\|.*\n)+)/.exec(readme) ?? [];
  const rows = table.split('\n').filter(Boolean);
  expect(rows.length).toBeGreaterThan(10);
  const placeIn = (name: string) => (name === 'sw' ? 'sw' : `src/${name}`);
  return Object.fromEntries(
    rows.map((row) => {
      const [place = '', seen = ''] = row.split('|').slice(1);
      const names = [...seen.matchAll(/`(.+?)`/g)].map(([, name = '']) => placeIn(name));
      return [/`(.+)`/.test(place) ? placeIn(place.trim().replaceAll('`', '')) : 'src', names];
    }),
  );
}

/** Each import as a pair of importing and imported file. */
const imports = sources.flatMap((file) =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'((?:\.|#src\/|#server\/)[^']+)'/g)].map(
    ([, name = '']) => ({
      file,
      target: normalize(name.startsWith('#') ? name.slice(1) : join(dirname(file), name)),
    }),
  ),
);

function placeOf(file: string): string | undefined {
  return places.filter((place) => isIn(place, file)).sort((a, b) => b.length - a.length)[0];
}

test('each file imports only what its place in the tree allows', () => {
  expect(sources.filter((file) => placeOf(file) === undefined)).toEqual([]);
  const wrong = imports.filter(({ file, target }) => {
    const place = placeOf(file) ?? '';
    return placeOf(target) !== place && !allowed[place]?.some((seen) => isIn(seen, target));
  });
  expect(wrong).toEqual([]);
  expect(imports.length).toBeGreaterThan(400);
});

test('no place may import one that comes after it', () => {
  const upward = places.flatMap((place, index) =>
    (allowed[place] ?? []).filter((seen) => places.indexOf(placeOf(seen) ?? '') >= index),
  );
  expect(upward).toEqual([]);
});

test("only routes.tsx imports pages, and no page imports from another page's folder", () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      isIn('src/pages', target) && dirname(target) !== dirname(file) && file !== 'src/routes.tsx',
  );
  expect(wrong).toEqual([]);
});

const speaksSql = /\bsql[`<.]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|introspection|schema)\b/;
/** Imports of Fastify or of the office pages' parts. */
const makesPages = /from '(?:@?fastify|[./#\w]*office\/(?:form|frame|notices|scope|section|texts)\.tsx?')/;

test('only files named accordingly use Fastify or make pages, and they contain no SQL', () => {
  const server = sources.filter((file) => isIn('server', file) && !isIn('server/build', file));
  const pages = server.filter((file) => makesPages.test(textOf(file)));
  const isNamed = (file: string) =>
    file.endsWith('-page.tsx') || ['web', 'connect', 'office'].some((room) => isIn(`server/${room}`, file));
  const starts = ['app', 'serve', 'sections', 'send-messages'].map((name) => `server/${name}.ts`);
  expect(pages.filter((file) => !isNamed(file) && !starts.includes(file))).toEqual([]);
  const shows = (file: string) => file.endsWith('.tsx') || (isNamed(file) && makesPages.test(textOf(file)));
  expect(server.filter((file) => shows(file) && speaksSql.test(textOf(file)))).toEqual([]);
  expect(sources.filter((file) => !isIn('server', file) && speaksSql.test(textOf(file)))).toEqual([]);
  expect(pages.length).toBeGreaterThan(30);
});

test('the code that queues and sends messages names no table of a subject and no kind of message', () => {
  const schema = textOf('server/store/schema.ts');
  const [, tables = ''] = /^export type Tables = \{\n(.*?)^\};/ms.exec(schema) ?? [];
  const [, kinds = ''] = /^export type MessageKind =(.*?);/ms.exec(schema) ?? [];
  const own = ['messages', 'facts'];
  const foreign = [...tables.matchAll(/^ {2}(\w+): /gm)].flatMap(([, name = '']) =>
    own.includes(name) ? [] : name,
  );
  const named = kinds.match(/'[\w-]+'/g) ?? [];
  expect([foreign.length > 10, named.length > 5]).toEqual([true, true]);
  const pattern = new RegExp(
    `(?:from|join|into|update|From|Into|Table|Join)(?:\\('| )(?:${foreign.join('|')})\\b|${named.join('|')}`,
  );
  const mail = sources.filter((file) => isIn('server/outgoing', file));
  const lines = mail.flatMap((file) =>
    textOf(file)
      .split('\n')
      .map((line) => ({ file, line })),
  );
  expect(lines.filter(({ line }) => pattern.test(line))).toEqual([]);
});
