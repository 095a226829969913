import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';

import { isIn, sources, textOf } from './sources.ts';

const config = 'server/config.ts';
const time = 'server/local-time.ts';
const addresses = 'server/office-paths.ts';
const messages = 'server/messages.ts';
const web = 'server/web';
const api = 'server/api';
const office = 'server/office';
const app = 'server/app.ts';
const site = 'src/words/site.ts';
const shared = ['src/words', 'src/contract', 'src/server-paths.ts', 'src/paths.ts'];
const store = [config, 'server/db', 'server/domain'];
const excerpts = ['src/lib/excerpt.ts', 'src/lib/plain-text.ts'];
const samples = 'server/commands/sample-content.ts';

/** Place in the tree -> what it may import, beside itself. The longest matching place counts; each stands after those that it sees. */
const allowed: Record<string, string[]> = {
  ...allowedIn(textOf('src/README.md')),
  [config]: shared,
  [time]: [site],
  [addresses]: ['src/server-paths.ts'],
  'server/db': [...shared, config],
  'server/domain': [...shared, 'src/lib/safe-html.ts', config, time, addresses, 'server/db'],
  [messages]: store,
  [web]: [...shared, ...store],
  [api]: [...shared, ...store, web],
  [office]: [...shared, ...store, time, addresses, ...excerpts, web, api],
  'server/commands': [...shared, ...store, time, addresses],
  [app]: [...shared, ...store, messages, web, api, office, samples],
  'server/main.ts': [...shared, config, web, api, app],
  'server/build': [...shared, 'src/content', config, 'server/domain/samples.ts', web, app],
  'server/cli.ts': [...shared, config, 'server/domain', web, 'server/commands'],
  'vite.config.ts': ['server/build', site],
};

const places = Object.keys(allowed);

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

test('each file imports only what its place in the tree may see', () => {
  expect(sources.filter((file) => placeOf(file) === undefined)).toEqual([]);
  const wrong = imports.filter(({ file, target }) => {
    const place = placeOf(file) ?? '';
    return placeOf(target) !== place && !allowed[place]?.some((seen) => isIn(seen, target));
  });
  expect(wrong).toEqual([]);
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
  expect(wrong).toEqual([]);
});

test('nothing but the database and the domain knows SQL, and nothing in them knows Fastify', () => {
  const speaksSql = /\bsql[`<.]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|introspection|schema)\b/;
  const isInside = (file: string) => isIn('server/db', file) || isIn('server/domain', file);
  const wrong = sources.filter((file) => (isInside(file) ? /from '@?fastify/ : speaksSql).test(textOf(file)));
  expect(wrong).toEqual([]);
  expect(sources.filter(isInside).filter((file) => speaksSql.test(textOf(file)))).not.toEqual([]);
});
