import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const site = 'src/content/site.ts';
/** Texts that the server sends. */
const words = ['answers', 'article-html', 'emails', 'interface', 'notifications', 'server-errors'].map(
  (name) => `src/content/${name}.ts`,
);
const shared = [
  'src/contract',
  'src/server-paths.ts',
  'src/paths.ts',
  site,
  'src/content/promises.ts',
  'src/content/company.ts',
  ...words,
];
const store = [
  'server/config.ts',
  'server/local-time.ts',
  'server/office-paths.ts',
  'server/db',
  'server/domain',
];

/** Place in the tree -> what it may import, beside itself. The longest matching place counts; each stands after those that it sees. */
const allowed: Record<string, string[]> = {
  ...allowedIn(read('src/README.md')),
  'server/config.ts': shared,
  'server/local-time.ts': [site],
  'server/office-paths.ts': ['src/server-paths.ts'],
  'server/db': [...shared, 'server/config.ts'],
  'server/domain': [
    ...shared,
    'src/lib/safe-html.ts',
    'server/config.ts',
    'server/local-time.ts',
    'server/office-paths.ts',
    'server/db',
  ],
  'server/messages.ts': ['server/config.ts', 'server/db', 'server/domain'],
  'server/web': [...shared, 'server/config.ts', 'server/db', 'server/domain'],
  'server/api': [...shared, 'server/config.ts', 'server/db', 'server/domain', 'server/web'],
  'server/office': [
    ...shared,
    ...store,
    'src/lib/excerpt.ts',
    'src/lib/plain-text.ts',
    'server/web',
    'server/api',
  ],
  'server/commands': [...shared, ...store],
  'server/app.ts': [
    ...shared,
    'server/config.ts',
    'server/db',
    'server/domain',
    'server/messages.ts',
    'server/web',
    'server/api',
    'server/office',
    'server/commands/sample-content.ts',
  ],
  'server/main.ts': [...shared, 'server/config.ts', 'server/web', 'server/api', 'server/app.ts'],
  'server/build': [
    ...shared,
    'src/content',
    'server/config.ts',
    'server/domain/samples.ts',
    'server/web',
    'server/app.ts',
  ],
  'server/cli.ts': [...shared, 'server/config.ts', 'server/domain', 'server/web', 'server/commands'],
  'vite.config.ts': ['server/build', 'src/paths.ts', 'src/content'],
};

const places = Object.keys(allowed);
const sources = ['src', 'sw', 'server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  )
  .concat('vite.config.ts');

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The table "place | may import", whose names are below `src`, but `sw`. */
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

/** Each import as the file that imports and the file that is imported. */
const imports = sources.flatMap((file) =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'((?:\.|#src\/|#server\/)[^']+)'/g)].map(
    ([, name = '']) => ({
      file,
      target: normalize(name.startsWith('#') ? name.slice(1) : join(dirname(file), name)),
      said: `${file} imports ${name}`,
    }),
  ),
);

function isIn(place: string, file: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function placeOf(file: string): string | undefined {
  return places.filter((place) => isIn(place, file)).sort((a, b) => b.length - a.length)[0];
}

test('each file imports only what its place in the tree may see', () => {
  expect(sources.filter((file) => placeOf(file) === undefined)).toEqual([]);
  const wrong = imports.filter(({ file, target }) => {
    const place = placeOf(file) ?? '';
    return placeOf(target) !== place && !allowed[place]?.some((seen) => isIn(seen, target));
  });
  expect(wrong.map(({ said }) => said)).toEqual([]);
  expect(imports.length).toBeGreaterThan(400);
});

test('no place may see one that stands after it', () => {
  const upward = places.flatMap((place, index) =>
    (allowed[place] ?? []).filter((seen) => places.indexOf(placeOf(seen) ?? '') >= index),
  );
  expect(upward).toEqual([]);
});

test('only routes.tsx imports pages, and no page imports the folder of another', () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      isIn('src/pages', target) && dirname(target) !== dirname(file) && file !== 'src/routes.tsx',
  );
  expect(wrong.map(({ said }) => said)).toEqual([]);
});

test('nothing but the database and the domain knows SQL, and nothing in them knows Fastify', () => {
  const speaksSql = /\bsql[`<.]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|introspection|schema)\b/;
  const isInside = (file: string) => isIn('server/db', file) || isIn('server/domain', file);
  const wrong = sources.filter((file) => (isInside(file) ? /from '@?fastify/ : speaksSql).test(read(file)));
  expect(wrong).toEqual([]);
  expect(sources.filter(isInside).filter((file) => speaksSql.test(read(file)))).not.toEqual([]);
});
