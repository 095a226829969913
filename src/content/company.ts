export const sample =
  'phone numbers, email addresses, street and coordinates, social links, answer times, monthly Friday';

export const company = {
  name: 'HERO Control System',
  shortName: 'HCS',
  description:
    'A Zambian electronics, software and IT company: circuit boards designed and assembled in Lusaka, and the apps that work with them.',
  copyright: 'HERO Control System. All rights reserved.',
  phones: ['+260 97 000 0101', '+260 96 000 0102'],
  email: 'hello@herocontrol.example',
  adminEmail: 'admin@herocontrol.example',
  privacyEmail: 'privacy@herocontrol.example',
  /** An application is accepted for so long after the vacancy's closing time, in case it waited for a connection. */
  lateApplicationHours: 24,
  hours: [
    { days: 'Mon-Fri', time: '08:00 to 17:00' },
    { days: 'Sat-Sun', time: '08:00 to 13:00' },
  ],
  office: {
    label: 'HERO Control System office',
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

/** What we promise, in the same words wherever we promise it. */
export const promises = {
  application: 'ten working days',
  applicationDays: 10,
  email: 'one working day',
  friday: 'the first Friday of the month',
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
/** Opens a chat with the company. */
export const whatsappChatUrl = `https://wa.me/${company.phones[0].replace(/\D/g, '')}`;
