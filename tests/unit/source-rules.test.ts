import { dirname, join, normalize } from 'node:path';

import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

import { connectCalls, pages } from '#src/paths.ts';
import { otherPaths, serverPrefixes } from '#src/server-paths.ts';

import { textOf, tracked } from './sources.ts';

const files = tracked
  .filter((file) => /^(?:src|sw|server|tests)\/.*\.(?:tsx?|m?js)$/.test(file))
  .filter((file) => file !== 'tests/unit/source-rules.test.ts');

function linesMatching(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

const tests = files.filter((file) => file.startsWith('tests/'));
const product = files.filter((file) => !tests.includes(file));
const placeless = product.filter((file) => file !== 'src/words/site.ts');

test('no file has a name that says nothing about its content', () => {
  expect(files.filter((file) => /\/(?:utils?|helpers?|misc|common|index)[/.]/.test(file))).toEqual([]);
});

const addresses = [pages, connectCalls, otherPaths, serverPrefixes]
  .flatMap((table) => Object.values<unknown>(table))
  .map((entry) => String(Object(entry).path ?? entry).split('/')[1] ?? '')
  .filter((part) => /^[\w.-]+$/.test(part));

// The other rules are in biome.json.
test.each([
  ['gives up a type', /as unknown as/, files],
  ['switches off a check', /@ts-(?:expect-error|nocheck)|biome-ignore|eslint-disable/, files],
  ['exports an interface', /^export interface\b/, files],
  ['has unfinished work', /\b(?:TODO|FIXME|XXX|HACK)\b/, files],
  ['imports from two folders above', /(?:from|import)\s*\(?\s*'\.\.\/\.\./, product],
  ['has an inline style', /\bstyle=\{/, product.filter((file) => !file.endsWith('/newsletter-email.tsx'))],
  ['waits for a fixed time', /waitForTimeout\(/, tests],
  [
    'repeats an address from paths.ts or server-paths.ts',
    new RegExp(`^(?!\\s*(?:/?\\*|//)).*(?:['"\`]|\\\\)/(?:\\(\\?:)?(?:${addresses.join('|')})\\b`),
    product.filter((file) => !/^src\/(?:server-)?paths\.ts$/.test(file)),
  ],
  [
    'names a language, country or time zone',
    /'(?:en|en-\w\w|ZM)'|lang="en|Africa\/|\+02:00|\+260/,
    placeless,
  ],
])('no line %s', (_, pattern, among) => {
  expect(among.length).toBeGreaterThan(50);
  expect(linesMatching(pattern, among)).toEqual([]);
});

/** The form's hook, and one email's html. */
const longer: Record<string, number> = {
  'src/outbox/page/use-submission.ts': 120,
  'server/newsletter/newsletter-email.tsx': 125,
};

/** The functions of a file with more lines than they may have: 8 within the table of a section, whose own are 40. */
function longIn(file: string): string[] {
  const code = textOf(file);
  const lineOf = (at: number) => code.slice(0, at).split('\n').length;
  const long: string[] = [];
  const around: string[] = [];
  const enter = (node: { id?: { name: string } | null; start: number; end: number }) => {
    const name = node.id?.name ?? '';
    const lines = lineOf(node.end) - lineOf(node.start) + 1;
    const isTable = (one: string) => /^serve[A-Z]/.test(one);
    const most = isTable(name) ? 40 : around.some(isTable) ? 8 : (longer[file] ?? 80);
    if (lines > most) long.push(`${file}:${lineOf(node.start)}: ${lines} lines, at most ${most}`);
    around.push(name);
  };
  const exit = () => void around.pop();
  new Visitor({
    ...{ FunctionDeclaration: enter, FunctionExpression: enter, ArrowFunctionExpression: enter },
    ...{ 'FunctionDeclaration:exit': exit, 'FunctionExpression:exit': exit },
    'ArrowFunctionExpression:exit': exit,
  }).visit(parseSync(file, code).program);
  return long;
}

test('no function is long, and the table of a section has only paths and names', () => {
  expect(product.flatMap(longIn)).toEqual([]);
});

/** Node runs them as they are. */
const scripts = ['tests/shots/shots.ts', 'tests/shots/icons.ts', 'tests/bench/bench.ts'];

test('the scripts that Node runs itself import neither TSX, which it cannot read, nor Vitest', () => {
  const reached = new Set(scripts);
  for (const file of reached) {
    if (!/^(?:src|server|tests)\/.*\.ts$/.test(file)) continue;
    for (const [, name = ''] of textOf(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?'([^']+)';/gm))
      reached.add(name.startsWith('.') ? normalize(join(dirname(file), name)) : name.replace(/^#/, ''));
  }
  expect(reached.size).toBeGreaterThan(30);
  expect([...reached].filter((name) => name.endsWith('.tsx') || name === 'vitest')).toEqual([]);
});
