import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { publish } from '#server/commands/articles.ts';
import { backup } from '#server/commands/backup.ts';
import { forget } from '#server/commands/forget.ts';
import { importAnswers } from '#server/commands/import.ts';
import { restore } from '#server/commands/restore.ts';
import { stats } from '#server/commands/stats.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { temporaryFolder } from './test-app.ts';
import { writeArticle } from './written-article.ts';

test.each([
  [publish, ['no-such-file.md'], 'There is no file'],
  [publish, [], 'Usage: npm run connect -- publish [--draft] FILE.md'],
  [vacancy, ['paint', 'x'], 'Usage: npm run connect -- vacancy open'],
  [applications, ['--xml'], "Unknown option '--xml'"],
  [applications, ['--csv', '--json'], 'one of --csv and --json'],
  [importAnswers, ['x.json'], 'Usage: npm run connect -- import'],
  [forget, [], 'Usage: npm run connect -- forget EMAIL'],
])('a faulty call is answered in words %#', async (command, args, message) => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  await expect(command.run(args, config)).rejects.toThrow(message);
});

test.each([
  ['no front matter', 'front matter between two lines'],
  ['---\ntype: cats\ntitle: x\n---\n', 'press or blog'],
  ['---\ntype: blog\n---\n', 'title: …'],
  ...[
    'yesterday',
    '05-12-2026',
    '05/12/2026',
    '5.12.2026',
    '5 December',
    '2026-02-30',
    '2026-12-05T25:00',
    '',
  ].map((date) => [
    `---\ntype: blog\ntitle: x\ndate: ${date}\n---\n`,
    `date: "${date}" is not a date such as`,
  ]),
  ['---\ntype: blog\ntitle: x\nimage: gone.png\n---\n', 'There is no picture'],
  ['---\ntype: blog\ntitle: x\nimage: article.md\n---\n', 'is no picture'],
  ['---\ntype: blog\ntitle: x\nid: ../x\n---\n', 'cannot be an id'],
])('an article with a fault is not published, and the fault is named %#', async (text, message) => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  await expect(publish.run([writeArticle(text)], config)).rejects.toThrow(message);
});

test('a closing date in another order of day and month is refused, not guessed', async () => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  const file = writeArticle('---\nname: Solderer\ntype: part-time\n---\nx\n');
  for (const day of ['12-01-2027', '2027-02-29'])
    await expect(vacancy.run(['open', file, '--closes', day], config)).rejects.toThrow(
      `"${day}" is not a date`,
    );
});

test('where a provider keeps the content, no command works on a store that the site does not show', async () => {
  const DATA_DIR = temporaryFolder();
  const config = readConfig({ DATA_DIR });
  await (await openStore(config)).close();
  const copy = join(temporaryFolder(), 'copy');
  await backup.run([copy], config);
  const provided = readConfig({ DATA_DIR, CONNECT_UPSTREAM: 'https://api.example.com/v1' });
  const calls = [
    [publish, writeArticle()],
    [vacancy, 'list'],
    [applications],
    [stats],
    [restore, copy],
  ] as const;
  for (const [command, ...words] of calls)
    await expect(command.run(words, provided)).rejects.toThrow(/^CONNECT_UPSTREAM: .*$/);
  expect(readdirSync(DATA_DIR).filter((file) => file.includes('before-restore'))).toEqual([]);
  expect(await forget.run(['ada@example.com'], provided)).toContain('Deleted: 0');
  expect(await backup.run([`${copy}.2`], provided)).toContain('Wrote');
});
