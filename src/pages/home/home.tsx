import { ClosingBand } from '#src/components/closing-band.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { CheckList, Paragraphs, Section } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';
import * as ui from '#src/content/interface.ts';
import { pages } from '#src/paths.ts';

import { Founder } from './founder.tsx';
import { Hero } from './hero.tsx';
import { Products } from './products.tsx';

export function Home() {
  return (
    <>
      <Hero />
      <Products />
      <About />
      <Founder />
      <Section className="section-tint" heading={home.statementsHeading}>
        <div className="grid-3">
          {home.statements.map(({ title, text }) => (
            <div key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </Section>
      <Section className="section-aside" heading={home.partners.heading}>
        <CheckList points={home.partners.list} />
      </Section>
      <ClosingBand>
        <SiteLink className="py-1" href={pages.career.path}>
          {home.closing.vacancies}
        </SiteLink>{' '}
        <SiteLink className="py-1" href={pages.investor.path}>
          {home.closing.investors}
        </SiteLink>
      </ClosingBand>
    </>
  );
}

function About() {
  const { about } = home;
  return (
    <Section heading={about.heading} aside={<Picture className="w-100 rounded-3" picture={about.picture} />}>
      <Paragraphs text={about.text} />
      <SiteLink className="more" href={pages.whoWeAre.path}>
        {about.button}
        <span className="visually-hidden">{ui.about(about.buttonAbout)}</span>
      </SiteLink>
    </Section>
  );
}
