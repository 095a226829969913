import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { visibleArticles } from './articles/visible.ts';
import { root } from './root.ts';
import type { Db } from './store/schema.ts';
import { openVacancies } from './vacancies/open-vacancies.ts';

const source = join(root, 'src');
const textFolder = join(root, 'server/commands/sample-content');

/** Facts on the site that nobody has confirmed, with their files. */
export function sampleFacts(): { file: string; sample: string }[] {
  const files = ['words', 'content'].flatMap((folder) =>
    readdirSync(join(source, folder)).map((file) => `${folder}/${file}`),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const marks = text.matchAll(/^(?:export const sample =| +sample:)\s+(['"])(.+)\1[;,]$/gm);
    return [...marks].map(([, , sample = '']) => ({ file, sample }));
  });
}

const sampleIds = (...kinds: string[]) =>
  kinds.flatMap((kind) => readdirSync(join(textFolder, kind)).map((file) => basename(file, '.md')));

export async function sampleTexts(db: Db): Promise<{ kind: string; id: string }[]> {
  const articles = await visibleArticles(db)
    .select('id')
    .where('id', 'in', sampleIds('press', 'blog'))
    .execute();
  const vacancies = await openVacancies(db).select('id').where('id', 'in', sampleIds('vacancies')).execute();
  return [
    ...articles.map(({ id }) => ({ kind: 'article', id })),
    ...vacancies.map(({ id }) => ({ kind: 'vacancy', id })),
  ];
}
