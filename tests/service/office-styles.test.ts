import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';

const office = join(import.meta.dirname, '../../server/office');

const read = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

test("each class in the office is defined in the site's style sheet or its own", () => {
  const sheets = read(join(builtSite, 'assets'), /^entry-client-.*\.css$/) + read(office, /\.css$/);
  const known = new Set([...sheets.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name]) => name));
  const used = [...read(office, /\.ts$/).matchAll(/className=(?:"([^"]*)"|\$\{`([^`$]*))/g)];
  const names = new Set(
    used.flatMap(([, plain = '', built = '']) => `${plain} ${built}`.trim().split(/\s+/)),
  );
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});
