import { Icon } from '#src/components/icon.tsx';
import { OutsideLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Section } from '#src/components/section.tsx';
import { company } from '#src/content/company.ts';
import { contact, directionsUrl } from '#src/content/contact.ts';

import { OfficeMap } from './office-map.tsx';

export function Contact() {
  return (
    <>
      <PageHeader name="contact" />
      <section className="section">
        <div className="container grid-3 contact-cards">
          <div className="panel">
            <Icon name="phone" />
            <h2>{contact.hotline.heading}</h2>
            <ul className="contact-lines">
              {company.phones.map((phone) => (
                <li key={phone}>
                  <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
                </li>
              ))}
            </ul>
            <p className="meta">{contact.hotline.text}</p>
          </div>
          <div className="panel">
            <Icon name="mail" />
            <h2>{contact.email.heading}</h2>
            <p>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </p>
            <p className="meta">{contact.email.text}</p>
          </div>
          <div className="panel">
            <Icon name="clock" />
            <h2>{contact.hours.heading}</h2>
            <ul className="contact-lines">
              {company.hours.map(({ days, time }) => (
                <li key={days}>
                  {days} {time}
                </li>
              ))}
            </ul>
            <p className="meta">{contact.hours.text}</p>
          </div>
        </div>
      </section>
      <Office />
    </>
  );
}

function Office() {
  const { office } = contact;
  return (
    <Section className="section-tint office" heading={office.heading}>
      <div className="split split-wide">
        <div className="stack">
          <address>
            <strong>{company.office.label}</strong>
            <span>{company.office.address}</span>
          </address>
          <p>{office.text}</p>
          <OutsideLink className="btn btn-outline" href={directionsUrl}>
            {office.directions}
            <span className="visually-hidden"> {office.directionsAbout}</span>
          </OutsideLink>
        </div>
        <OfficeMap />
      </div>
    </Section>
  );
}
