import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { publish } from '../articles/publishing.ts';
import { openVacancy } from '../hiring/vacancies.ts';
import { root } from '../root.ts';
import type { Work } from '../store/open-store.ts';
import { findArticles, findVacancy } from './article-file.ts';

const folder = join(root, 'server/commands/sample-content');

export const addSampleContent: Work<void> = async (trx) => {
  for (const path of [...filesIn('press'), ...filesIn('blog')]) {
    for (const { text } of await findArticles(path)) await publish(trx, text);
  }
  for (const path of filesIn('vacancies')) await openVacancy(trx, (await findVacancy(path)).text);
};

function filesIn(name: string): string[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'));
  return files.map((file) => join(folder, name, file));
}
