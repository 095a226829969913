import { ContactWays } from '#src/components/contact-ways.tsx';
import { OutsideLink, SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Section } from '#src/components/section.tsx';
import { company } from '#src/content/company.ts';
import { contact, directionsUrl } from '#src/content/contact.ts';
import { productWords } from '#src/content/product.ts';
import { pages } from '#src/paths.ts';

import { OfficeMap } from './office-map.tsx';

export function Contact() {
  return (
    <>
      <PageHeader name="contact" />
      <section className="section">
        <div className="container">
          <ContactWays>
            <li>
              <SiteLink href={pages.ask.path}>{productWords.quote}</SiteLink>
            </li>
          </ContactWays>
        </div>
      </section>
      <Office />
    </>
  );
}

function Office() {
  const { office } = contact;
  return (
    <Section className="section-tint" split="split-wide" heading={office.heading} aside={<OfficeMap />}>
      <address className="mb-0">
        <strong className="d-block">{company.office.label}</strong>
        {company.office.address}
      </address>
      <p>{office.text}</p>
      <OutsideLink className="btn btn-outline-primary" href={directionsUrl}>
        {office.directions}
        <span className="visually-hidden"> {office.directionsAbout}</span>
      </OutsideLink>
    </Section>
  );
}
