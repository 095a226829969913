import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';

const leaves = ['src/contract', 'src/paths.ts', 'src/content', 'src/lib'];

/**
 * What each place of the tree may import, beside itself; the longest matching place counts. In `src` a place names only
 * what stands above it here: no arrow goes up.
 */
const allowed: Record<string, string[]> = {
  'src/contract': [],
  'src/paths.ts': ['src/contract'],
  'src/content': ['src/contract', 'src/paths.ts'],
  'src/lib': ['src/paths.ts'],
  'src/outbox': ['src/contract', 'src/paths.ts'],
  'src/state': ['src/contract', 'src/paths.ts', 'src/outbox'],
  'src/api': ['src/contract', 'src/paths.ts', 'src/lib', 'src/outbox', 'src/state'],
  'src/components': [...leaves, 'src/outbox', 'src/state', 'src/api'],
  'src/pages': [...leaves, 'src/state', 'src/api', 'src/components'],
  'src/layout.tsx': ['src/components'],
  'src/routes.tsx': [...leaves, 'src/components', 'src/pages'],
  'src/app.tsx': [...leaves, 'src/state', 'src/api', 'src/components', 'src/layout.tsx', 'src/routes.tsx'],
  src: ['src'],
  sw: ['src/contract', 'src/paths.ts', 'src/lib/saves-data.ts', 'src/outbox'],
  server: ['server/office', 'src/contract', 'src/paths.ts', 'src/content/company.ts'],
  'server/office': [
    'server',
    'src/paths.ts',
    'src/content/company.ts',
    'src/contract',
    'src/lib/safe-html.ts',
  ],
  'vite.config.ts': ['server/build', 'src/paths.ts', 'src/content'],
};

const root = join(import.meta.dirname, '../..');
const sources = ['src', 'sw', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

function importsOf(file: string, withTypes = true): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const kept = withTypes ? code : code.replace(/^(?:import|export) type [^;]*;/gm, '');
  const specifiers = [...kept.matchAll(/(?:from|import)\s*\(?\s*'((?:\.|#src\/)[^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((name) =>
    normalize(name.startsWith('#') ? name.slice(1) : join(dirname(file), name)),
  );
}

function placeOf(file: string): string {
  const places = Object.keys(allowed).filter((place) => file === place || file.startsWith(`${place}/`));
  return places.sort((a, b) => b.length - a.length)[0] ?? file;
}

test('each file imports only what its place in the tree may see', () => {
  const wrong = [...sources, 'vite.config.ts'].flatMap((file) =>
    importsOf(file)
      .filter((target) => !maySee(placeOf(file), target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

function maySee(place: string, target: string): boolean {
  if (placeOf(target) === place) return true;
  return (allowed[place] ?? []).some((may) => target === may || target.startsWith(`${may}/`));
}

test('no place of src may see one that stands below it', () => {
  const places = Object.keys(allowed).filter((place) => place.startsWith('src/'));
  const upward = places.flatMap((place, index) =>
    (allowed[place] ?? []).filter((seen) => places.indexOf(seen) >= index).map((seen) => `${place}: ${seen}`),
  );
  expect(upward).toEqual([]);
});

test('only routes.tsx imports pages, and no page imports the folder of another', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('src/pages/') && dirname(target) !== dirname(file))
      .filter(() => file !== 'src/routes.tsx')
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no file imports itself by way of others, but for types', () => {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) cycles.add([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || done.has(file)) return;
    for (const target of importsOf(file, false)) if (sources.includes(target)) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect([...cycles]).toEqual([]);
});

/** The server's rooms, and which of the earlier ones each may import; so there are no circles. */
const serverRooms: Record<string, string[]> = {
  'server/config.ts': [],
  'server/lusaka-time.ts': [],
  'server/office-paths.ts': [],
  'server/db': ['server/config.ts'],
  'server/domain': ['server/config.ts', 'server/lusaka-time.ts', 'server/office-paths.ts', 'server/db'],
  'server/messages.ts': ['server/config.ts', 'server/db', 'server/domain'],
  'server/web': ['server/config.ts', 'server/db', 'server/domain'],
  'server/api': ['server/config.ts', 'server/db', 'server/domain', 'server/web'],
  'server/office': [
    'server/config.ts',
    'server/lusaka-time.ts',
    'server/office-paths.ts',
    'server/db',
    'server/domain',
    'server/web',
    'server/api',
  ],
  'server/app.ts': [
    'server/config.ts',
    'server/db',
    'server/domain',
    'server/messages.ts',
    'server/web',
    'server/api',
    'server/office',
  ],
  'server/main.ts': ['server/config.ts', 'server/web', 'server/api', 'server/app.ts'],
  'server/build': ['server/config.ts', 'server/web', 'server/app.ts'],
  'server/commands': [
    'server/config.ts',
    'server/lusaka-time.ts',
    'server/office-paths.ts',
    'server/db',
    'server/domain',
  ],
  'server/cli.ts': ['server/config.ts', 'server/domain', 'server/web', 'server/commands'],
};

test('nothing but the database and the domain knows SQL, and nothing in them knows Fastify', () => {
  const inside = /^server\/(?:db|domain)\//;
  const speaksSql = /\bsql[`<.]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|introspection|schema)\b/;
  const wrong = sources.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return inside.test(file) ? /from '@?fastify/.test(code) : speaksSql.test(code);
  });
  expect(wrong).toEqual([]);
  expect(sources.filter((file) => inside.test(file)).length).toBeGreaterThan(15);
});

test('each room of the server imports only rooms that stand before it in the table', () => {
  const rooms = Object.keys(serverRooms);
  const roomOf = (file: string) => rooms.find((room) => file === room || file.startsWith(`${room}/`));
  const wrong = sources
    .filter((file) => file.startsWith('server/'))
    .flatMap((file) => {
      const room = roomOf(file);
      if (room === undefined) return [`${file} stands in no room`];
      const seen = [room, ...(serverRooms[room] ?? [])];
      return importsOf(file)
        .filter((target) => target.startsWith('server/') && !seen.includes(roomOf(target) ?? ''))
        .map((target) => `${file} imports ${target}`);
    });
  expect(wrong).toEqual([]);
  for (const [place, [room, seen]] of Object.entries(serverRooms).entries())
    expect(rooms.slice(0, place), `${room} may see rooms that come after it`).toEqual(
      expect.arrayContaining(seen),
    );
});
