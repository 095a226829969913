import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';

const leaves = ['src/contract', 'src/paths.ts', 'src/content', 'src/lib'];
const shared = ['src/contract', 'src/paths.ts', 'src/content/company.ts'];
const store = [
  'server/config.ts',
  'server/lusaka-time.ts',
  'server/office-paths.ts',
  'server/db',
  'server/domain',
];

/** Place in the tree -> what it may import, beside itself. The longest matching place counts; each stands after those that it sees. */
const allowed: Record<string, string[]> = {
  'src/contract': [],
  'src/paths.ts': ['src/contract'],
  'src/content': ['src/contract', 'src/paths.ts'],
  'src/lib': ['src/paths.ts'],
  'src/outbox': ['src/contract', 'src/paths.ts'],
  'src/state': ['src/contract', 'src/paths.ts', 'src/outbox'],
  'src/api': ['src/contract', 'src/paths.ts', 'src/lib', 'src/outbox', 'src/state'],
  'src/device': ['src/contract', 'src/paths.ts', 'src/outbox', 'src/state', 'src/api'],
  'src/components': [...leaves, 'src/outbox', 'src/state', 'src/api', 'src/device'],
  'src/pages': [...leaves, 'src/state', 'src/api', 'src/device', 'src/components'],
  'src/layout.tsx': ['src/components'],
  'src/routes.tsx': [...leaves, 'src/components', 'src/pages'],
  'src/app.tsx': [...leaves, 'src/state', 'src/api', 'src/components', 'src/layout.tsx', 'src/routes.tsx'],
  src: [...leaves, 'src/state', 'src/api', 'src/device', 'src/components', 'src/routes.tsx', 'src/app.tsx'],
  sw: ['src/contract', 'src/paths.ts', 'src/lib/may-prefetch.ts', 'src/outbox'],
  'server/config.ts': shared,
  'server/lusaka-time.ts': [],
  'server/office-paths.ts': [],
  'server/db': [...shared, 'server/config.ts'],
  'server/domain': [
    ...shared,
    'src/lib/safe-html.ts',
    'server/config.ts',
    'server/lusaka-time.ts',
    'server/office-paths.ts',
    'server/db',
  ],
  'server/messages.ts': ['server/config.ts', 'server/db', 'server/domain'],
  'server/web': [...shared, 'server/config.ts', 'server/db', 'server/domain'],
  'server/api': [...shared, 'server/config.ts', 'server/db', 'server/domain', 'server/web'],
  'server/office': [...shared, ...store, 'server/web', 'server/api'],
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
  'server/build': [...shared, 'server/config.ts', 'server/domain/samples.ts', 'server/web', 'server/app.ts'],
  'server/cli.ts': [...shared, 'server/config.ts', 'server/domain', 'server/web', 'server/commands'],
  'vite.config.ts': ['server/build', 'src/paths.ts', 'src/content'],
};

const places = Object.keys(allowed);
const root = join(import.meta.dirname, '../..');
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
