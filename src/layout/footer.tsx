import { type ReactNode, useEffect, useState } from 'react';

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
  const isFolded = useFolded();
  return (
    <footer className="site-footer" data-bs-theme="dark">
      <div className="container">
        <div className="footer-groups">
          {columns.map(({ heading, links }) => (
            <details key={heading} open={!isFolded}>
              <summary>
                <h2 className="h5">{heading}</h2>
              </summary>
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
            </details>
          ))}
        </div>
        <address className="hstack flex-wrap border-top pt-3 mb-0">
          {company.phones.map((phone) => (
            <a key={phone} href={telUrl(phone)}>
              {phone}
            </a>
          ))}
          <FooterOutsideLink href={whatsappChat.href}>{whatsappChat.label}</FooterOutsideLink>
          <a href={`mailto:${company.email}`}>{company.email}</a>
          <span className="py-1">{company.office.address}</span>
        </address>
        <p className="small text-body-secondary mt-3">
          © <VisitorYear /> {company.copyright} {company.description}
        </p>
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

/** Folds the groups on phones. Without the app, and on wider screens, they stand open. */
function useFolded(): boolean {
  const [isFolded, setIsFolded] = useState(false);
  useEffect(() => {
    const narrow = matchMedia('(max-width: 767.98px)');
    const fold = () => setIsFolded(narrow.matches);
    fold();
    narrow.addEventListener('change', fold);
    return () => narrow.removeEventListener('change', fold);
  }, []);
  return isFolded;
}

/** The visitor's year. Until hydration, the build's. */
function VisitorYear() {
  const [year, setYear] = useState(import.meta.env.BUILD_YEAR);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return year;
}
