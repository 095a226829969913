import { PageHeader } from '#src/components/page-header.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Points } from '#src/components/section.tsx';
import { csr } from '#src/content/csr.ts';

export function Csr() {
  return (
    <>
      <PageHeader name="csr" eyebrow="Inside HCS" />
      <section className="section">
        <div className="container">
          <p className="lead prose">{csr.intro}</p>
        </div>
      </section>
      {csr.sections.map((section, index) => (
        <section className={index % 2 === 0 ? 'section section-tint' : 'section'} key={section.heading}>
          <div className={`container split ${section.picture ? side(index) : ''}`}>
            <div className="stack">
              <div className="section-head">
                <h2>{section.heading}</h2>
              </div>
              <p>{section.text}</p>
              {section.picture && <Points points={section.points} />}
            </div>
            {section.picture ? (
              <Picture className="page-picture" picture={section.picture} />
            ) : (
              <Points points={section.points} />
            )}
          </div>
        </section>
      ))}
    </>
  );
}

function side(index: number): string {
  return index % 2 === 0 ? '' : 'split-reverse';
}
