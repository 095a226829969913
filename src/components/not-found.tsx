import { notFound } from '#src/content/not-found.ts';
import { pages } from '#src/paths.ts';

import { SiteLink } from './link.tsx';
import { PageBanner } from './page-banner.tsx';
import { Section } from './section.tsx';

/** Shown for unknown paths, and by pages whose subject does not exist. */
export function NotFound() {
  return (
    <>
      <PageBanner name="notFound" />
      <section className="section">
        <div className="container vstack gap-3 align-items-start">
          <p>{notFound.text}</p>
          <SiteLink className="btn btn-primary" href={pages.home.path}>
            {notFound.button}
          </SiteLink>
        </div>
      </section>
      <Section heading={notFound.elsewhere}>
        <ul className="grid-3">
          {notFound.links.map(({ page, label }) => (
            <li className="card card-body" key={page}>
              <SiteLink className="more stretched-link justify-content-between" href={pages[page].path}>
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
