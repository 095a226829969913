import { expect, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { publish } from '#server/commands/articles.ts';
import { forget } from '#server/commands/forget.ts';
import { importAnswers } from '#server/commands/import.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import { readConfig } from '#server/config.ts';

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
  ['---\ntype: blog\ntitle: x\ndate: yesterday\n---\n', 'date: 2026-03-01'],
  ['---\ntype: blog\ntitle: x\nimage: gone.png\n---\n', 'There is no picture'],
  ['---\ntype: blog\ntitle: x\nimage: article.md\n---\n', 'is no picture'],
  ['---\ntype: blog\ntitle: x\nid: ../x\n---\n', 'cannot be an id'],
])('an article with a fault is not published, and the fault is named %#', async (text, message) => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  await expect(publish.run([writeArticle(text)], config)).rejects.toThrow(message);
});
