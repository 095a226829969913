import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { saveArticle, saveText } from '#server/articles/publishing.ts';
import { saveNewsletter } from '#server/newsletter/newsletters.ts';
import { scalePhoto } from '#server/pictures/pictures.ts';
import { openVacancy, saveVacancy } from '#server/vacancies/vacancies.ts';

import type { Company } from '../kit/company.ts';

const photo = join(import.meta.dirname, '../../public/images/menu/inside.webp');
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const vacancy = {
  ...{ type: 'full-time', lead: 'You solder by hand and by oven.', location: 'Lusaka', salary: null },
  ...{ source: '## What you do\n\nYou build what we draw.\n\n- by hand\n- by oven', closesAt: null },
};
const article = { kind: 'press', lead: null, source: 'We show the new line on **both** days.' } as const;

const people =
  'Ada Banda,Chipo Mwale,Mutinta Phiri,Bwalya Zulu,Thandiwe Tembo,Luyando Moonga,Kondwani Sakala,Natasha Mulenga,' +
  'Mwansa Chanda,Taonga Nyirenda,Chileshe Mumba,Nchimunya Hamoonga,Precious Lungu,Given Kapata,Memory Simukonda,Joseph Daka';
const ofFirst =
  'I lay out boards of four layers, and I have repaired phones in Kamwala for three years.\n\n' +
  'My last board measures the level of a tank and sends it by SMS.';

const enquiries = [
  {
    ...{
      name: 'Bwalya Zulu',
      email: 'bwalya.zulu@example.com',
      phone: '096 7654321',
      about: 'Water Handler',
    },
    message: 'How much is a valve for a pipe of 25 mm, and who fits it in Ndola?',
  },
  {
    ...{ name: 'Mutale Chisenga', email: 'mutale@example.com', phone: '', about: 'ZStudy' },
    message: 'Our school has forty tablets and no connection. Does it work without one?',
  },
];

/** Sets up a company in the middle of its work; returns the id of the newsletter draft. */
export async function tellStory(company: Company): Promise<string> {
  const picture = await scalePhoto(await readFile(photo), 'top');
  await company.change((store) =>
    store.write(async (trx) => {
      const closing = { id: 'line-technician', name: 'Line Technician', closesAt: inDays(4) };
      await openVacancy(trx, { ...vacancy, ...closing });
      await openVacancy(trx, { ...vacancy, id: 'welder', name: 'Welder' });
      await saveVacancy(trx, { ...vacancy, id: 'driver', name: 'Driver' }, {});
      const saving = { pictures: [], replaces: 'nothing' as const };
      await saveText(trx, { ...article, id: 'show', title: 'Our stand at the show' }, saving);
      await saveText(trx, { ...article, id: 'oven', title: 'A second oven' }, saving);
      const line = { id: 'line', title: 'A second line in Lusaka', image: picture };
      const published = { ...article, ...line, featured: null, isDraft: false };
      await saveArticle(trx, published, { pictures: [picture] });
    }),
  );
  const applicants = people.split(',').map((name, index) => ({
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
    ...(index === 0 ? { description: ofFirst } : {}),
  }));
  await company.applied('line-technician', applicants);
  await company.applied('welder', [{ name: 'Moses Zimba', email: 'moses@example.com' }]);
  for (const enquiry of enquiries)
    await fetch(`${company.url}/connect/v1/enquiry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enquiry),
    });
  await company.addReaders(Array.from({ length: 40 }, (_, index) => `reader-${index}@example.com`));
  return company.change((store) =>
    store.write(async (trx) => {
      const now = new Date().toISOString();
      for (const [index, { name }] of applicants.entries())
        await trx
          .updateTable('applications')
          .set({ created_at: inDays(index / 2 - 17) })
          .where('name', '=', name)
          .execute();
      for (const [state, names] of [
        ['read', ['Mutinta Phiri', 'Given Kapata']],
        ['shortlisted', ['Bwalya Zulu']],
      ] as const)
        await trx
          .updateTable('applications')
          .set({ state, state_at: now })
          .where('name', 'in', names)
          .execute();
      const closed = trx.updateTable('vacancies').set({ closed_at: now, opened_at: now });
      await closed.where('id', '=', 'welder').execute();
      const planned = trx.updateTable('articles').set({ visible_from: inDays(3), planned_from: inDays(3) });
      await planned.where('id', '=', 'show').execute();
      const draft = {
        subject: 'News of November',
        source: 'Dear reader,\n\nthis month we opened a **second line**.',
        articles: '["line","first-four-layer-board"]',
      };
      return saveNewsletter(trx, undefined, draft, 0);
    }),
  );
}
