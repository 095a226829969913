import { PageBanner } from '#src/components/page-banner.tsx';
import { CheckList, Paragraphs, Section } from '#src/components/section.tsx';
import { privacy } from '#src/content/privacy.ts';
import { company } from '#src/words/site.ts';

export function Privacy() {
  return (
    <>
      <PageBanner name="privacy" />
      <section className="section">
        <p className="container lead">{privacy.intro}</p>
      </section>
      {privacy.sections.map((section, index) => (
        <Section className="section-aside" heading={section.heading} key={section.heading}>
          <div className="vstack gap-3 align-items-start">
            <Paragraphs text={section.text} />
            {section.points && <CheckList points={section.points} />}
            {index === privacy.sections.length - 1 && (
              <a className="btn btn-outline-primary" href={`mailto:${company.privacyEmail}`}>
                {privacy.button}
              </a>
            )}
          </div>
        </Section>
      ))}
    </>
  );
}
