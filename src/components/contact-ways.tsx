import type { ReactNode } from 'react';

import { company, telUrl, whatsappChat } from '#src/content/company.ts';
import { contact } from '#src/content/contact.ts';
import type { IconName } from '#src/content/icons.ts';

import { Icon } from './icon.tsx';
import { OutsideLink } from './link.tsx';

/** Phone, WhatsApp, email and hours. `children`: first in the list of the email card. */
export function ContactWays({ children }: { children?: ReactNode }) {
  return (
    <div className="grid-3">
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
        {children}
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
  );
}

type WayProps = { icon: IconName; words: { heading: string; text: string }; children: ReactNode };

function Way({ icon, words, children }: WayProps) {
  return (
    <div className="card card-body gap-2">
      <Icon name={icon} large />
      <h2 className="h3">{words.heading}</h2>
      <ul className="list-unstyled">{children}</ul>
      <p className="small text-body-secondary">{words.text}</p>
    </div>
  );
}
