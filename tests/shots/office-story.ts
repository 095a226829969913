import { saveNewsletter } from '#server/domain/newsletters.ts';
import { saveArticle } from '#server/domain/publishing.ts';
import { openVacancy, saveVacancy } from '#server/domain/vacancies.ts';

import type { Company } from '../kit/company.ts';
import { addReaders } from '../service/office-scene.ts';

const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const vacancy = {
  ...{ type: 'full-time', lead: 'You solder by hand and by oven.', location: 'Lusaka', salary: null },
  ...{ source: '## What you do\n\nYou build what we draw.\n\n- by hand\n- by oven', closesAt: null },
};

const names =
  'Ada Banda,Chipo Mwale,Mutinta Phiri,Bwalya Zulu,Thandiwe Tembo,Luyando Moonga,Kondwani Sakala,Natasha Mulenga,' +
  'Mwansa Chanda,Taonga Nyirenda,Chileshe Mumba,Nchimunya Hamoonga,Precious Lungu,Given Kapata,Memory Simukonda,Joseph Daka';

/** A company in the middle of its work; returns the id of the newsletter's draft. */
export async function tellStory(company: Company): Promise<string> {
  await company.change((store) =>
    store.write(async (trx) => {
      await openVacancy(trx, {
        ...vacancy,
        id: 'pcb-design',
        name: 'PCB Design Intern',
        closesAt: inDays(4),
      });
      await openVacancy(trx, { ...vacancy, id: 'welder', name: 'Welder' });
      await saveVacancy(trx, { ...vacancy, id: 'driver', name: 'Driver', closesAt: null }, {});
      const article = {
        kind: 'press' as const,
        lead: null,
        source: 'We show the new line on **both** days.',
      };
      await saveArticle(
        trx,
        { ...article, id: 'show', title: 'Our stand at the show' },
        { pictures: [], replaces: 'nothing' },
      );
      await saveArticle(
        trx,
        { ...article, id: 'oven', title: 'A second oven' },
        { pictures: [], replaces: 'nothing' },
      );
    }),
  );
  await company.applied(
    'pcb-design',
    names.split(',').map((name, index) => ({
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
      description:
        index === 0
          ? 'I lay out boards of four layers, and I have repaired phones in Kamwala for three years.\n\nMy last board measures the level of a tank and sends it by SMS.'
          : 'I solder, and I write firmware.',
    })),
  );
  await company.applied('welder', [{ name: 'Moses Zimba', email: 'moses@example.com' }]);
  return company.change(async (store) => {
    await addReaders(store, 40);
    return store.write(async (trx) => {
      await trx
        .updateTable('applications')
        .set({ created_at: inDays(-17) })
        .where('name', 'in', ['Ada Banda', 'Moses Zimba'])
        .execute();
      const now = new Date().toISOString();
      await trx
        .updateTable('vacancies')
        .set({ closed_at: now, opened_at: now })
        .where('id', '=', 'welder')
        .execute();
      await trx
        .updateTable('media')
        .set({ visible_from: inDays(3), planned_from: inDays(3) })
        .where('id', '=', 'show')
        .execute();
      const articles = await trx
        .selectFrom('media')
        .select('id')
        .where('image', 'is not', null)
        .limit(3)
        .execute();
      const draft = {
        subject: 'News of November',
        source: 'Dear reader,\n\nthis month we opened a **second line**.',
        articles: JSON.stringify(articles.map(({ id }) => id)),
      };
      return saveNewsletter(trx, undefined, draft, 0);
    });
  });
}
