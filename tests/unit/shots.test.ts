import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { test } from 'vitest';

test('Node can load the scripts that take screenshots, which import no page of the office', async () => {
  const scripts = ['office-shots', 'public-shots', 'open-states'];
  const load = scripts.map((name) => `await import('./tests/shots/${name}.ts');`).join('');
  const cwd = join(import.meta.dirname, '../..');
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', load], { cwd });
});
