import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Paragraphs, Section } from '#src/components/section.tsx';
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
      <Section className="stage" theme="dark" heading={home.statementsHeading}>
        <div className="grid-3">
          {home.statements.map(({ title, text }, index) => (
            <article className="statement" key={title}>
              <Icon name={home.statementIcons[index] ?? 'gem'} large />
              <h3 className="h2 my-2">{title}</h3>
              <p className="lead">{text}</p>
            </article>
          ))}
        </div>
      </Section>
      <Partners />
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

function Partners() {
  return (
    <Section heading={home.partners.heading}>
      <ul className="partners">
        {home.partners.list.map((name) => (
          <li className="partner" key={name}>
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
