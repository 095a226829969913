import type { ReactNode } from 'react';

import { Icon } from '#src/components/icon.tsx';
import { OutsideLink, SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import { localBusiness, StructuredData } from '#src/components/structured-data.tsx';
import { contact, directionsUrl } from '#src/content/contact.ts';
import type { IconName } from '#src/content/icons.ts';
import { pages } from '#src/paths.ts';
import { company, quote, telUrl, whatsappChat } from '#src/words/site.ts';

import { OfficeMap } from './office-map.tsx';

export function Contact() {
  return (
    <>
      <PageBanner name="contact" />
      <StructuredData things={[localBusiness()]} />
      <section className="section">
        <div className="container grid-3">
          <Way icon="phone" words={contact.hotline}>
            {company.phones.map((phone) => (
              <li key={phone}>
                <a href={telUrl(phone)}>{phone}</a>
              </li>
            ))}
            <li>
              <OutsideLink href={whatsappChat.href}>{whatsappChat.label}</OutsideLink>
            </li>
          </Way>
          <Way icon="mail" words={contact.email}>
            <li>
              <SiteLink href={pages.ask.path}>{quote}</SiteLink>
            </li>
            <li>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </li>
          </Way>
          <Way icon="clock" words={contact.hours}>
            {company.hours.map(({ days, time }) => (
              <li key={days}>
                {days} {time}
              </li>
            ))}
          </Way>
        </div>
      </section>
      <Office />
    </>
  );
}

type WayProps = { icon: IconName; words: { heading: string; text: string }; children: ReactNode };

function Way({ icon, words, children }: WayProps) {
  return (
    <div className="card card-body gap-2">
      <Icon name={icon} large />
      <h2 className="h3">{words.heading}</h2>
      <ul className="list-unstyled vstack gap-2">{children}</ul>
      <p className="small text-body-secondary">{words.text}</p>
    </div>
  );
}

function Office() {
  const { office } = contact;
  return (
    <Section className="section-tint" heading={office.heading} aside={<OfficeMap />}>
      <address className="mb-0">
        <strong className="d-block">{company.office.label}</strong> {company.office.address}
      </address>
      <p>{office.text}</p>
      <OutsideLink className="btn btn-outline-primary" href={directionsUrl}>
        {office.directions}
        <span className="visually-hidden"> {office.directionsAbout}</span>
      </OutsideLink>
    </Section>
  );
}
