import { Icon } from '#src/components/icon.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Section, Timeline } from '#src/components/section.tsx';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';

import { TalentLink, VacancyList } from './vacancy-list.tsx';

const icons = ['bulb', 'chart'] as const;

export function Career() {
  return (
    <>
      <PageHeader name="career" />
      <section className="section">
        <div className="container section-head">
          <h2>{careerPage.intro.heading}</h2>
          <p className="lead">{careerPage.intro.text}</p>
          <p>
            <TalentLink />
          </p>
        </div>
      </section>
      <Section className="section-tint" heading={careerPage.why.heading}>
        <div className="grid-2">
          {careerPage.why.values.map(({ title, text }, index) => (
            <article className="card card-body gap-2" key={title}>
              <Icon name={icons[index] ?? 'bulb'} large />
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </Section>
      <Section heading={career.list.heading}>
        <VacancyList />
      </Section>
      <Section className="section-tint section-aside" heading={careerPage.hiring.heading}>
        <Timeline steps={careerPage.hiring.steps} />
      </Section>
    </>
  );
}
