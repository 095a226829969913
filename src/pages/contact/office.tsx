import { OutsideLink } from '#src/components/outside-link.tsx';
import { Section } from '#src/components/section.tsx';
import { company } from '#src/content/company.ts';
import { contact, directionsUrl } from '#src/content/contact.ts';

import { OfficeMap } from './office-map.tsx';

export function Office() {
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
