import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { MediaType } from '#src/contract/media-type.ts';

import { saveArticle } from '../articles/publishing.ts';
import { dayMs } from '../lib/durations.ts';
import { dayOf, endOfDay } from '../lib/local-time.ts';
import { root } from '../root.ts';
import type { Work } from '../store/open-store.ts';
import { openVacancy } from '../vacancies/vacancies.ts';

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
  for (const { id = '', type, title = '', lead = null, date = '', image = '', featured, source } of [
    ...textsIn('press'),
    ...textsIn('blog'),
  ])
    await saveArticle(trx, {
      ...{ id, kind: type as MediaType, title, lead, source, isDraft: false },
      ...{ createdAt: new Date(date).toISOString(), image: { src: image, images: [] } },
      featured: featured === undefined ? null : Number(featured),
    });
  for (const text of textsIn('vacancies')) {
    const { id = '', name = '', type = '', lead = null, location = null, salary = null, date = '' } = text;
    const closesIn = daysOpen[id];
    await openVacancy(trx, {
      ...{ id, name, type, lead, location, salary, source: text.source },
      createdAt: new Date(date).toISOString(),
      closesAt: closesIn === undefined ? null : closingDay(closesIn),
    });
  }
};

/** Each file begins with lines `name: value` between two lines of dashes. */
type Text = { source: string } & Partial<Record<string, string>>;

function textsIn(kind: string): Text[] {
  return readdirSync(join(folder, kind)).map((file) => {
    const [, head = '', ...texts] = readFileSync(join(folder, kind, file), 'utf8').split(/^---\n/m);
    const pairs = [...head.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
    return { ...Object.fromEntries(pairs), source: texts.join('---\n').trim() };
  });
}
