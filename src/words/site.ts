/** Who, where and when we are. Read by the page, the worker, the server and the build. */

export const sample = 'phone numbers, email addresses, street and coordinates, social links';

export const name = 'HERO Control System';
export const shortName = 'HCS';
export const lang = 'en';
export const locale = 'en-GB';
export const country = 'ZM';
export const currency = 'ZMW';
export const city = 'Lusaka';
export const callingCode = '+260';
export const timeZone = 'Africa/Lusaka';
/** The same all year. */
export const utcOffset = '+02:00';
export const phoneExample = `${callingCode} 97 000 0000`;
/** Also in `index.html`, by the build, and in `_tokens.scss`. */
export const themeColour = '#70A12F';
export const csvSeparator = ',';

export const company = {
  description:
    'A Zambian electronics, software and IT company: circuit boards designed and assembled in Lusaka, and the apps that work with them.',
  copyright: `${name}. All rights reserved.`,
  phones: [`${callingCode} 97 000 0101`, `${callingCode} 96 000 0102`],
  email: 'hello@herocontrol.example',
  adminEmail: 'admin@herocontrol.example',
  privacyEmail: 'privacy@herocontrol.example',
  /** How long after the closing time an application is accepted, in case it waited for a connection. */
  lateApplicationHours: 24,
  /** `schema`: as schema.org's `openingHours` writes it. */
  hours: [
    { days: 'Mon-Fri', time: '08:00 to 17:00', schema: 'Mo-Fr 08:00-17:00' },
    { days: 'Sat-Sun', time: '08:00 to 13:00', schema: 'Sa-Su 08:00-13:00' },
  ],
  office: {
    label: `${name} office`,
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
export const whatsappUrl = (phone: string) => `https://wa.me/${phone.replace(/\D/g, '')}`;
export const whatsappChat = {
  label: 'WhatsApp',
  // Pure, so that the worker contains no phone number.
  href: /* @__PURE__ */ whatsappUrl(company.phones[0]),
} as const;
/** `text`: a message to send. */
export const whatsappChatWith = (text: string) => `${whatsappChat.href}?text=${encodeURIComponent(text)}`;

/** Label for links to the enquiry form. */
export const quote = 'Ask for a quote';
/** Message on WhatsApp. */
export const quoteRequest = (product: string) => `I would like a quote for ${product}`;
