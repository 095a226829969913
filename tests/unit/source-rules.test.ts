import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** All that git tracks or would track, so that nothing left behind hides. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(?:src|sw|server|tests)\/.*\.(?:tsx?|mjs)$/.test(file));

const thisFile = 'tests/unit/source-rules.test.ts';

function linesMatching(pattern: RegExp, among: (file: string) => boolean): string[] {
  return files
    .filter((file) => file !== thisFile && among(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

const everywhere = () => true;
const onDevice = (file: string) => /^(?:src|sw)\//.test(file);
const inTests = (file: string) => file.startsWith('tests/');

test('git lists the sources', () => {
  expect(files.length).toBeGreaterThan(50);
});

test('each file is short enough to read in one go', () => {
  const isLong = (file: string) => read(file).split('\n').length - 1 > 200;
  expect(files.filter(isLong)).toEqual([]);
});

test('each file has a name in kebab-case that says what is in it', () => {
  const saysNothing = /(?:^|\/)(?:utils?|helpers?|misc|common|index)(?:\/|\.)/;
  const isMisnamed = (file: string) =>
    !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)+$/.test(basename(file)) || saysNothing.test(file);
  expect(files.filter(isMisnamed)).toEqual([]);
});

describe('nowhere in the sources', () => {
  test('is a type given up', () => {
    expect(linesMatching(/(?:[:<,|(]\s*|\bas )any\b(?!\w)\s*[;,)>[\]=|]|as unknown as/, everywhere)).toEqual(
      [],
    );
  });

  test('is a check switched off', () => {
    expect(
      linesMatching(/@ts-(?:ignore|expect-error|nocheck)|biome-ignore|eslint-disable/, everywhere),
    ).toEqual([]);
  });

  test('is an enum, an interface or a default export', () => {
    const pattern = /^(?:export )?(?:declare )?(?:const )?(?:enum|interface) \w|^export default/;
    expect(linesMatching(pattern, (file) => !/\.config\.ts$|\.d\.ts$/.test(file))).toEqual([]);
  });

  test('is a note of work left undone', () => {
    expect(linesMatching(/\b(?:TODO|FIXME|XXX|HACK)\b/, everywhere)).toEqual([]);
  });

  test('does an import climb two folders', () => {
    expect(linesMatching(/(?:from|import)\s*\(?\s*'\.\.\/\.\./, (file) => !inTests(file))).toEqual([]);
  });

  test('does the page or the worker chat to the console', () => {
    expect(linesMatching(/console\.(?:log|debug|info)\b/, onDevice)).toEqual([]);
  });

  test('does a component carry an inline style', () => {
    expect(linesMatching(/\bstyle=\{/, (file) => file.endsWith('.tsx'))).toEqual([]);
  });
});

describe('no test', () => {
  test('is skipped or runs alone', () => {
    expect(linesMatching(/\b(?:test|it|describe)\.(?:skip|only|fixme|todo)\(/, inTests)).toEqual([]);
  });

  test('waits for a clock', () => {
    expect(linesMatching(/waitForTimeout\(/, inTests)).toEqual([]);
  });
});
