import { Fragment, type ReactNode, useEffect, useState } from 'react';

import { Fold } from '#src/components/fold.tsx';
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
        <div className="footer-groups">
          {columns.map(({ heading, links }) => (
            <Fold key={heading} summary={<h2 className="h5">{heading}</h2>}>
              <ul className="list-unstyled text-body-secondary">
                {links.map(({ label, href }) => (
                  <li key={label}>
                    {href.startsWith('/') ? (
                      <SiteLink href={href}>{label}</SiteLink>
                    ) : (
                      <FooterOutsideLink href={href}>{label}</FooterOutsideLink>
                    )}
                  </li>
                ))}
              </ul>
            </Fold>
          ))}
        </div>
        <address className="hstack flex-wrap border-top pt-3 mb-0">
          {company.phones.map((phone) => (
            <Fragment key={phone}>
              <a href={telUrl(phone)}>{phone}</a>{' '}
            </Fragment>
          ))}
          <FooterOutsideLink href={whatsappChat.href}>{whatsappChat.label}</FooterOutsideLink>{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a>{' '}
          <span className="py-1">{company.office.address}</span>
        </address>
        <Copyright />
      </div>
    </footer>
  );
}

function FooterOutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
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
