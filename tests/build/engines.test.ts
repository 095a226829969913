import { type Node, parse } from 'acorn';
import { expect, test } from 'vitest';

import { oldestSyntax } from '../../server/prerender/engines.ts';
import { builtPages, distFiles, readDist } from '../support/built-site.ts';

const files = distFiles.filter((file) => file.endsWith('.js'));

/** Scripts inside the pages; those with a type of their own are data. */
const inline = builtPages.flatMap(({ file, document }) =>
  [...document.querySelectorAll('script:not([src])')]
    .filter((script) => /^(?:module|text\/javascript|)$/.test(script.getAttribute('type') ?? ''))
    .map((script) => [`${file}, inline`, script.textContent ?? ''] as const),
);

/** What the syntax of that year has, though one of the oldest engines does not know it. */
const unknown = { StaticBlock: 'class static block' } as Record<string, string>;

test('the build has scripts, and a worker among them', () => {
  expect(files).toContain('sw.js');
  expect(files.length).toBeGreaterThan(30);
});

test.each([...files.map((file) => [file, readDist(file)] as const), ...inline])(
  '%s is parsed by the oldest engines, its regular expressions too',
  (_, code) => {
    expect(newerSyntax(code)).toEqual([]);
  },
);

test.each([
  ['class A { static { f(); } }', 'class static block'],
  ["s.replace(/(?<=.)x/, '')", 'lookbehind'],
  ["new RegExp('(?<!a)b')", 'lookbehind'],
  [String.raw`/[\p{L}--a]/v`, 'SyntaxError'],
  ['/(?i:a)b/', 'SyntaxError'],
  ['/(?<a>x)|(?<a>y)/', 'SyntaxError'],
  ['using a = b();', 'SyntaxError'],
])('%s would be found', (code, what) => {
  expect(newerSyntax(code).join()).toContain(what);
});

function newerSyntax(code: string): string[] {
  try {
    const program = parse(code, { ecmaVersion: oldestSyntax, sourceType: 'module' });
    // In a string as well, from which a regular expression is made.
    return [...(/\(\?<[=!]/.test(code) ? ['lookbehind'] : []), ...unknownNodes(program)];
  } catch (error) {
    return [String(error)];
  }
}

function unknownNodes(node: Node): string[] {
  const own = unknown[node.type];
  const below = Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
    .flatMap(unknownNodes);
  return own === undefined ? below : [own, ...below];
}
