import * as site from './site.ts';

export const sample = 'phone numbers, email addresses, street and coordinates, social links';

export const company = {
  description:
    'A Zambian electronics, software and IT company: circuit boards designed and assembled in Lusaka, and the apps that work with them.',
  copyright: `${site.name}. All rights reserved.`,
  phones: [`${site.callingCode} 97 000 0101`, `${site.callingCode} 96 000 0102`],
  email: 'hello@herocontrol.example',
  adminEmail: 'admin@herocontrol.example',
  privacyEmail: 'privacy@herocontrol.example',
  /** How long after the closing time an application is accepted, in case it waited for a connection. */
  lateApplicationHours: 24,
  hours: [
    { days: 'Mon-Fri', time: '08:00 to 17:00' },
    { days: 'Sat-Sun', time: '08:00 to 13:00' },
  ],
  office: {
    label: `${site.name} office`,
    address: 'Plot 2374, Thabo Mbeki Road, Lusaka, Zambia',
    lat: -15.3982,
    lng: 28.3228,
  },
  socialLinks: [
    { label: 'Facebook', href: 'https://facebook.example/herocontrolsystem' },
    { label: 'Twitter', href: 'https://twitter.example/herocontrolsys' },
    { label: 'LinkedIn', href: 'https://linkedin.example/company/herocontrolsystem' },
  ],
} as const;

/** Shown on Home, Who We Are and Investor. */
export const statements = {
  mission:
    "To expand electronics design and manufacturing, AI and IoT in Zambia with startups and research teams, aiming to become Africa's first high-tech chip maker.",
  value: 'Heroism is fundamentally harmonism.',
  vision: 'To be an African leader in electronics R&D, chip design and manufacturing by 2050.',
} as const;

export const telUrl = (phone: string) => `tel:${phone.replaceAll(' ', '')}`;
export const mailUrl = (address: string, subject: string) =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;
export const whatsappChat = {
  label: 'WhatsApp',
  href: `https://wa.me/${company.phones[0].replace(/\D/g, '')}`,
} as const;
