import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { saveArticle } from '../articles/publishing.ts';
import { dayMs } from '../lib/durations.ts';
import { dayOf, endOfDay } from '../lib/local-time.ts';
import { root } from '../root.ts';
import type { Work } from '../store/open-store.ts';
import { openVacancy } from '../vacancies/vacancies.ts';
import { findArticles, findVacancy } from './article-file.ts';

const folder = join(root, 'server/commands/sample-content');

/** Counted from the day on which the store was made. The others stay open. */
const daysOpen: Record<string, number> = {
  'embedded-firmware-engineer': 30,
  'full-stack-developer-osense': 24,
  'water-handler-field-technician': 21,
  'stem-curriculum-writer': 17,
  'pcb-design-intern': 45,
  'fleet-data-analyst': 38,
};

const closingDay = (days: number) => endOfDay(dayOf(new Date(Date.now() + days * dayMs))).toISOString();

export const addSampleContent: Work<void> = async (trx) => {
  for (const path of [...filesIn('press'), ...filesIn('blog')]) {
    for (const { text } of await findArticles(path)) await saveArticle(trx, text);
  }
  for (const path of filesIn('vacancies')) {
    const { text } = await findVacancy(path);
    const closesIn = daysOpen[text.id];
    await openVacancy(trx, { ...text, closesAt: closesIn === undefined ? null : closingDay(closesIn) });
  }
};

function filesIn(name: string): string[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'));
  return files.map((file) => join(folder, name, file));
}
