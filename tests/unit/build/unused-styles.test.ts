import { expect, test } from 'vitest';

import { unusedStyles } from '#server/build/unused-styles.ts';

test.each([
  ['a class that no source names', '.list-group { color: red }', ''],
  ['a class that a source names', '.card { color: red }', '.card{color:red}'],
  ['a variable that nothing reads', '.card { --a: 1px; top: 0 }', '.card{top:0}'],
  ['a variable that is read', '.card { --a: 1px; top: var(--a) }', '.card{--a:1px;top:var(--a)}'],
  ['a rule that reads a variable set elsewhere', '.card { left: var(--a) }', '.card{left:var(--a)}'],
])('%s', (_, css, left) => {
  expect(minified(css)).toBe(left);
});

function minified(css: string): string {
  const { transform } = unusedStyles();
  const result: unknown =
    typeof transform === 'object' ? Reflect.apply(transform.handler, {}, [css, 'site.scss']) : undefined;
  const code = typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : '';
  return code.replace(/\s+|;(?=\s*\})/g, '');
}
