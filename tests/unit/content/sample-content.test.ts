import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');

test.each(['press', 'blog', 'vacancies'])('the samples in %s are whole', (kind) => {
  const folder = join(root, 'server/commands/sample-content', kind);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const [, front = '', body = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    const { id, date, image } = parse(front) as Record<string, string>;
    expect(file).toBe(`${id}.md`);
    expect(Date.parse(date ?? ''), file).toBeLessThan(Date.parse('2026-11-22'));
    const pictures = [
      ...(kind === 'vacancies' ? [] : [image]),
      ...(body.match(/(?<=\]\()\/[^) ]+\.svg/g) ?? []),
    ];
    expect(
      pictures.filter((path) => !existsSync(join(root, `public${path}`))),
      file,
    ).toEqual([]);
    // The page's title is its only h1.
    expect(body, file).not.toMatch(/^# /m);
    for (const [, host] of body.matchAll(/https:\/\/([^/)\s]+)/g)) expect(host, file).toMatch(/\.example$/);
  }
});
