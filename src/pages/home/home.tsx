import { Icon, type IconName } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Paragraphs, Section } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';
import { pages } from '#src/paths.ts';

import { Founder } from './founder.tsx';
import { Hero } from './hero.tsx';
import { Subsidiaries } from './subsidiaries.tsx';

export function Home() {
  return (
    <>
      <Hero />
      <Founder />
      <About />
      <Statements />
      <Subsidiaries />
      <Partners />
    </>
  );
}

function About() {
  const { about } = home;
  return (
    <section className="section section-tint">
      <div className="container split">
        <div className="stack">
          <div className="section-head">
            <h2>{about.heading}</h2>
          </div>
          <Paragraphs text={about.text} />
          <SiteLink className="more" href={pages.whoWeAre.path}>
            {about.button}
            <span className="visually-hidden"> about {about.buttonAbout}</span>
          </SiteLink>
        </div>
        <Picture className="page-picture" picture={about.picture} />
      </div>
    </section>
  );
}

const statementIcons: IconName[] = ['target', 'heart', 'eye'];

function Statements() {
  return (
    <Section className="stage" theme="dark" heading={home.statementsHeading}>
      <div className="grid-3">
        {home.statements.map((statement, index) => (
          <article className="statement" key={statement.title}>
            <Icon name={statementIcons[index] ?? 'gem'} />
            <h3>{statement.title}</h3>
            <p>{statement.text}</p>
          </article>
        ))}
      </div>
    </Section>
  );
}

function Partners() {
  return (
    <Section heading={home.partners.heading}>
      <ul className="partners">
        {home.partners.list.map((partner) => (
          <li key={partner.name}>
            <Picture picture={partner.picture} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
