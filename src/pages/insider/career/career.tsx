import { Icon } from '#src/components/icon.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';

import { TalentLink, VacancyList } from './vacancy-list.tsx';

const { intro, why, hiring } = careerPage;

export function Career() {
  return (
    <>
      <PageBanner name="career" />
      <Section heading={intro.heading} lead={intro.text} aside={<WhyJoin />}>
        <TalentLink />
      </Section>
      <Section className="section-tint" heading={career.list.heading} lead={hiring}>
        <VacancyList />
      </Section>
    </>
  );
}

function WhyJoin() {
  return (
    <div className="vstack gap-3">
      <h2>{why.heading}</h2>
      {why.values.map(({ title, text }, index) => (
        <article className="card card-body gap-2" key={title}>
          <Icon name={why.icons[index] ?? 'bulb'} large />
          <h3>{title}</h3>
          <p>{text}</p>
        </article>
      ))}
    </div>
  );
}
