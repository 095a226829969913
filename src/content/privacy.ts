import { company } from './company.ts';

export const privacy = {
  button: 'Write to us about your data',
  intro: `${company.name}, ${company.office.address}, is the controller of the personal data below, under the Data Protection Act, 2021, of Zambia. We keep little, say why, and delete it when it is no longer needed. There is no advertising and no tracking on this site, and there are no cookies.`,
  sections: [
    {
      heading: 'Job applications',
      text: [
        'Name, email address, mobile number, your text and the link to your profile. We use them to decide on the vacancy you chose and to answer you. Only the people who decide read them.',
        'One email may tell you that your application has arrived. The message to our own staff names the vacancy and nothing about you.',
        `We delete an application ${company.applicationsKeptDays} days after it arrives, or earlier if you ask.`,
        'For an application sent by the app you get, where the service gives one, a link that shows what became of it. Whoever has this link can read that, and withdraw the application: we then delete it. We keep the application with the state that we set, its day and a word to you, but not the link itself.',
      ],
    },
    {
      heading: 'Newsletter',
      text: [
        'Name and email address, to send you one letter a month. We keep them until you unsubscribe, through the link in each letter or by writing to us.',
      ],
    },
    {
      heading: 'Alerts for new vacancies',
      text: [
        'If you ask for them, our server keeps the address that your browser gives us for messages and its keys: nothing about you. The makers of your browser carry the messages, which are encrypted; they see that one comes from us.',
        'We delete the address when you turn alerts off, when your browser says that it is no longer valid (as after "Delete everything saved here"), or when our messages have not got through to it for a week and the fault cannot be ours.',
      ],
    },
    {
      heading: 'On your own device',
      text: [
        'So that the site works without a connection, your browser keeps some data. It stays on your device unless we say so here, and you can clear it in the browser at any time.',
      ],
      points: [
        'What you type into a form, until you send it or close it with "Close", and for 30 days at most.',
        'Outbox: an application or subscription that could not be sent yet. It is deleted once it has arrived, or when you press "Delete".',
        'Applications you follow: the links of those sent from here, and what we last said of each, until you withdraw or remove it.',
        'Every page of this site, the vacancies, and the articles that you have opened, seen in a list or saved, so that they can be read without a connection. Where your browser saves data: only what the site needs to start, and what you open.',
        'Small settings, such as colours or a dismissed hint.',
        '"Saved on this device", at the foot of each page, shows what can be read here and deletes everything.',
      ],
    },
    {
      heading: 'Our server',
      text: [
        'Logs hold the time, the page and the result of a request, but no names, email addresses or form content. To stop floods of requests we count them by network address, for a day at most; where several servers count together, only a hash of it is stored.',
        'Each form is sent with a random key, so that a request repeated by a bad connection is stored once. We keep the key for 90 days, and with what you sent for as long as we keep that.',
      ],
    },
    {
      heading: 'Google Maps and videos',
      text: [
        "The contact page shows a map by Google Maps. It loads only when you scroll near it; Google then receives your network address and what your browser sends with it, under Google's privacy policy. The address and directions are there in any case.",
        'Videos are served by us, or, where a video comes from YouTube or Vimeo, loaded from there only after you press play.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        `You may see what we hold about you, have it corrected, deleted or handed to you, object to its use, and withdraw your consent. Write to ${company.privacyEmail}; we answer within ten working days. If you are not satisfied with the answer, you can complain to the Data Protection Commissioner of Zambia.`,
      ],
    },
  ],
};
