import { Fragment, useEffect, useState } from 'react';

import { SiteLink } from '#src/components/link.tsx';
import { footerColumns, linkPath, socialHeading } from '#src/content/navigation.ts';
import { company, telUrl, whatsappChat } from '#src/words/site.ts';

const columns = [
  ...footerColumns.map(({ heading, links }) => ({
    heading,
    links: links.map((link) => ({ label: link.label, href: linkPath(link) })),
  })),
  { heading: socialHeading, links: company.socialLinks },
];

export function Footer() {
  return (
    <footer className="site-footer" data-bs-theme="dark">
      <div className="container">
        <div className="row row-cols-2 row-cols-md-4 g-4">
          {columns.map(({ heading, links }) => (
            <section key={heading}>
              <h2 className="h5 mb-2">{heading}</h2>
              <ul className="list-unstyled text-body-secondary">
                {links.map(({ label, href }) => (
                  <li key={label}>
                    {href.startsWith('/') ? (
                      <SiteLink href={href}>{label}</SiteLink>
                    ) : (
                      <a href={href} target="_blank" rel="noopener noreferrer">
                        {label}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <address className="hstack flex-wrap gap-3 border-top pt-4 mt-4 mb-0">
          {company.phones.map((phone) => (
            <Fragment key={phone}>
              <a href={telUrl(phone)}>{phone}</a>{' '}
            </Fragment>
          ))}
          <a href={whatsappChat.href} target="_blank" rel="noopener noreferrer">
            {whatsappChat.label}
          </a>{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a> <span>{company.office.address}</span>
        </address>
        <Copyright />
      </div>
    </footer>
  );
}

/** With the visitor's year. Until hydration, the build's. */
function Copyright() {
  const [year, setYear] = useState(import.meta.env.BUILD_YEAR);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return (
    <p className="small text-body-secondary mt-3">
      {`© ${year} ${company.copyright} ${company.description}`}
    </p>
  );
}
