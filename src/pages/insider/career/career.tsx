import { useVacancies } from '#src/api/hooks.ts';
import { IconList } from '#src/components/icon-list.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';

import { TalentLink, VacancyList } from './vacancy-list.tsx';

const { why, hiring, next } = careerPage;

export function Career() {
  return (
    <>
      <PageBanner name="career" />
      <Hiring />
      <Section heading={why.heading}>
        <IconList items={why.values} icons={why.icons} />
      </Section>
    </>
  );
}

function Hiring() {
  const open = useVacancies().data?.filter(({ staysOpen }) => !staysOpen) ?? [];
  return (
    <Section className="section-tint" heading={career.list.heading(open.length)} lead={hiring}>
      <TalentLink />
      <VacancyList />
      <p className="mt-4">{next}</p>
    </Section>
  );
}
