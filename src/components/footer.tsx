import { useEffect, useState } from 'react';

import { company } from '#src/content/company.ts';
import { footerColumns, linkPath } from '#src/content/navigation.ts';

import { SiteLink } from './link.tsx';

export function Footer() {
  return (
    <footer className="site-footer" data-bs-theme="dark">
      <div className="container">
        <div className="footer-columns">
          {footerColumns.map((column) => (
            <section key={column.heading}>
              <h2 className="footer-heading">{column.heading}</h2>
              <ul className="footer-links">
                {column.links.map((link) => (
                  <li key={link.page}>
                    <SiteLink href={linkPath(link)}>{link.label}</SiteLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <section>
            <h2 className="footer-heading">Social Link</h2>
            <ul className="footer-links">
              {company.socialLinks.map((link) => (
                <li key={link.label}>
                  <a href={link.href} target="_blank" rel="noopener noreferrer">
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <p className="footer-bottom">
          © <VisitorYear /> {company.copyright} {company.description}
        </p>
      </div>
    </footer>
  );
}

/** The year of the build in the html, the visitor's once the page is alive. */
function VisitorYear() {
  const [year, setYear] = useState(import.meta.env.BUILD_YEAR);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return year;
}
