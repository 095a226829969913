import { IconList } from '#src/components/icon-list.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';

import { TalentLink, VacancyList } from './vacancy-list.tsx';

const { intro, why, hiring, next } = careerPage;

export function Career() {
  return (
    <>
      <PageBanner name="career" isLow />
      <Section className="section-low" heading={intro.heading}>
        <p className="hstack flex-wrap gap-2">
          {intro.text} <TalentLink />
        </p>
      </Section>
      <Section className="section-tint section-low" heading={career.list.heading} lead={hiring}>
        <VacancyList />
        <p className="mt-4">{next}</p>
      </Section>
      <Section heading={why.heading}>
        <IconList items={why.values} icons={why.icons} />
      </Section>
    </>
  );
}
