import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { updateAssetsArchive } from '#server/site/assets-archive.ts';

import { fakeBuild, temporaryFolder } from './test-app.ts';

test('a damaged copy of a file of this build is written anew, a whole one is left', () => {
  const data = temporaryFolder();
  const build = fakeBuild({ 'assets/a-1.js': 'whole a', 'assets/b-1.js': 'whole b' });
  const update = () =>
    updateAssetsArchive(build, data, { onProblem: (error) => expect.unreachable(String(error)) }).folder;
  const [a, b] = ['a-1.js', 'b-1.js'].map((name) => join(update(), name)) as [string, string];
  writeFileSync(a, 'WHOLE a');
  const { ino } = statSync(b);
  update();
  expect([readFileSync(a, 'utf8'), statSync(b).ino]).toEqual(['whole a', ino]);
});
