import { type ReactNode, useEffect, useState } from 'react';

import { company } from '#src/content/company.ts';
import { footerColumns, linkPath } from '#src/content/navigation.ts';

import { SiteLink } from './link.tsx';

export function Footer() {
  return (
    <footer className="site-footer" data-bs-theme="dark">
      <div className="container">
        <div className="row row-cols-2 row-cols-md-4 g-4">
          {footerColumns.map(({ heading, links }) => (
            <Column heading={heading} key={heading}>
              {links.map((link) => (
                <li key={link.page}>
                  <SiteLink href={linkPath(link)}>{link.label}</SiteLink>
                </li>
              ))}
            </Column>
          ))}
          <Column heading="Social Link">
            {company.socialLinks.map(({ label, href }) => (
              <li key={label}>
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {label}
                </a>
              </li>
            ))}
          </Column>
        </div>
        <p className="small text-body-secondary border-top pt-4 mt-4">
          © <VisitorYear /> {company.copyright} {company.description}
        </p>
      </div>
    </footer>
  );
}

function Column({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="h5 mb-2">{heading}</h2>
      <ul className="list-unstyled text-body-secondary">{children}</ul>
    </section>
  );
}

/** The year of the build in the html, the visitor's once the page is alive. */
function VisitorYear() {
  const [year, setYear] = useState(import.meta.env.BUILD_YEAR);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return year;
}
