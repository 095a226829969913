import { PageHeader } from '#src/components/page-header.tsx';
import { Paragraphs } from '#src/components/paragraphs.tsx';
import { company } from '#src/content/company.ts';
import { privacy } from '#src/content/privacy.ts';

export function Privacy() {
  return (
    <>
      <PageHeader name="privacy" />
      <section className="section">
        <div className="container">
          <div className="prose stack">
            <p className="lead">{privacy.intro}</p>
            {privacy.sections.map((section) => (
              <section className="prose" key={section.heading}>
                <h2>{section.heading}</h2>
                <Paragraphs text={section.text} />
                {section.points && (
                  <ul className="ticks">
                    {section.points.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                )}
              </section>
            ))}
            <a className="btn btn-outline" href={`mailto:${company.privacyEmail}`}>
              {privacy.button}
            </a>
          </div>
        </div>
      </section>
    </>
  );
}
