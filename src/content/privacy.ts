import { company } from './company.ts';

type PrivacySection = { heading: string; text: string[]; points?: string[] };

export const privacy: { intro: string; sections: PrivacySection[]; button: string } = {
  button: 'Write to us about your data',
  intro: `${company.name}, ${company.office.address}, is the controller of the personal data below, under the Data Protection Act, 2021, of Zambia. We keep little, say why, and delete it on time. There is no advertising and no tracking on this site, and there are no cookies.`,
  sections: [
    {
      heading: 'Job applications',
      text: [
        'Name, mail address, mobile number, your text and the link to your profile. We use them to decide on the vacancy that you chose and to answer you; those who decide on it read them, nobody else.',
        'Where our mail server is set up, one mail to your address says that your application has arrived. What tells our own people that one has come names the vacancy, and nothing of you.',
        `We delete an application ${company.applicationsKeptDays} days after it came, earlier if you ask.`,
      ],
    },
    {
      heading: 'Newsletter',
      text: [
        'Name and mail address, to send you one letter a month. We keep them until you unsubscribe: by the link in each letter, or by a mail to us.',
      ],
    },
    {
      heading: 'On your own device',
      text: [
        'So that the site works without a connection, your browser keeps some things for us. They do not leave the device except where it is said here, and you can clear them in the browser at any time.',
      ],
      points: [
        'Outbox: an application or subscription that could not be sent yet. It is deleted once it has arrived, or when you press "Delete".',
        'Drafts: a half-typed application, until you send it or close its window.',
        'Pages, articles and vacancies that you have opened, so that they can be read again.',
        'Small settings, such as colours or a dismissed hint.',
      ],
    },
    {
      heading: 'Our server',
      text: [
        'Logs hold the time, the page and the result of a request, and no name, no mail address and no form content. To stop floods of requests we count them by network address, in memory, for a minute.',
        'With each form goes a random key, so that a request repeated by a bad connection is stored once. We keep the key for 90 days.',
      ],
    },
    {
      heading: 'Google Maps and videos',
      text: [
        "The contact page shows a map by Google Maps. It is loaded only when you come near it on that page; Google then receives your network address and what your browser sends with it, under Google's privacy policy. Address and directions stand there in any case.",
        'Videos are served by us, or, where a video comes from YouTube or Vimeo, asked from there only after you press play.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        `You may see what we hold about you, have it corrected, deleted or handed to you, object to its use, and take back a consent. Write to ${company.privacyEmail}; we answer within ten working days. If you are not content with the answer, you can complain to the Data Protection Commissioner of Zambia.`,
      ],
    },
  ],
};
