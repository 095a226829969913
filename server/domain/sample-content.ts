import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Transaction } from 'kysely';

import type { Tables } from '../db/schema.ts';
import { readArticleFile, textField } from './article-file.ts';
import { publish } from './articles.ts';
import { openVacancy } from './vacancies.ts';

const folder = join(import.meta.dirname, 'sample-content');

export async function addSampleContent(trx: Transaction<Tables>): Promise<void> {
  for (const file of [...readFolder('press'), ...readFolder('blog')])
    await publish(trx, { file, image: textField(file, 'image'), images: [], pictures: [] });
  for (const file of readFolder('vacancies')) await openVacancy(trx, { file, pictures: [] });
}

function readFolder(name: string) {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'));
  return files.map((file) => readArticleFile(readFileSync(join(folder, name, file), 'utf8')));
}
