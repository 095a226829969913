import { ClosingBand } from '#src/components/closing-band.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Picture } from '#src/components/picture.tsx';
import { CheckList, Section } from '#src/components/section.tsx';
import { csr } from '#src/content/csr.ts';
import * as ui from '#src/content/interface.ts';

export function Csr() {
  return (
    <>
      <PageBanner name="csr" eyebrow={ui.inside} />
      <section className="section">
        <p className="container lead">{csr.intro}</p>
      </section>
      {csr.sections.map(({ heading, text, points, picture }, index) => (
        <Section
          key={heading}
          className={index % 2 === 0 ? 'section-tint' : ''}
          heading={heading}
          aside={
            picture ? (
              <Picture className="w-100 rounded-3" picture={picture} />
            ) : (
              <CheckList points={points} />
            )
          }
        >
          <p>{text}</p>
          {picture && <CheckList points={points} />}
        </Section>
      ))}
      <ClosingBand />
    </>
  );
}
