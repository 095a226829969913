import { notFound } from '#src/content/not-found.ts';
import { pages } from '#src/paths.ts';

import { PageHeader } from './page-header.tsx';
import { Section } from './section.tsx';
import { SiteLink } from './site-link.tsx';

export function NotFound() {
  return (
    <>
      <PageHeader name="notFound" />
      <section className="section">
        <div className="container stack">
          <p>{notFound.text}</p>
          <SiteLink className="btn btn-primary" href={pages.home.path}>
            {notFound.button}
          </SiteLink>
        </div>
      </section>
      <Section heading={notFound.elsewhere}>
        <ul className="grid-3">
          {notFound.links.map((link) => (
            <li key={link.page}>
              <SiteLink className="panel panel-link more" href={pages[link.page].path}>
                {link.label}
              </SiteLink>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
