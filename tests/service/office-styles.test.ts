import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';

const server = join(import.meta.dirname, '../../server');

const read = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

test("each class in the office is defined in the site's style sheet or its own", () => {
  const sheets = read(join(builtSite, 'assets'), /^entry-client-.*\.css$/) + read(server, /office\.css$/);
  const known = new Set([...sheets.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name]) => name));
  // The newsletter's email brings its own style sheet.
  const used = [...read(server, /(?<!newsletter-email)\.tsx$/).matchAll(/className=("[^"]*"|\{[^}]*\})/g)];
  const texts = used.flatMap(([, given = '']) => [...given.matchAll(/(["'])(.+?)\1/g)]);
  const names = new Set(texts.flatMap(([, , text = '']) => text.split(/\s+/)));
  expect(names.size).toBeGreaterThan(30);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});
