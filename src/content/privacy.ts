import { retentionDays } from '#src/contract/retention.ts';
import type { formWords } from '#src/words/forms.ts';
import * as promises from '#src/words/promises.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

export const sample = 'the whole legal text; the periods are in contract/retention.ts';

type Words = typeof formWords;

/** Completes "We collect your ..." for each field; null if the visitor does not type it. */
const collected = {
  apply: {
    name: 'name',
    email: 'email address',
    mobile: 'mobile number',
    description: 'what you write to us',
    profile: 'the link to your profile',
    job: null,
  },
  subscribe: { name: 'name', email: 'email address' },
  enquiry: {
    name: 'name',
    email: 'your email address or phone number',
    phone: null,
    about: null,
    message: 'what you ask',
  },
} satisfies { [K in keyof Words]: Record<keyof Words[K]['fields'], string | null> };

function list(fields: Record<string, string | null>): string {
  const all = Object.values(fields).filter((text) => text !== null);
  // After "or", an "and" needs a comma.
  const and = all.some((text) => text.includes(' or ')) ? ', and' : ' and';
  return `${all.slice(0, -1).join(', ')}${and} ${all.at(-1)}`;
}

export const privacy = {
  button: 'Write to us about your data',
  intro: `${site.name}, ${company.office.address}, is the data controller for the personal data described below, under Zambia's Data Protection Act, 2021. We collect as little as possible and delete it when it is no longer needed. This site has no advertising and sets no cookies, and we do not track you. Google may do so on the contact page, if you scroll to its map.`,
  sections: [
    {
      heading: 'Job applications',
      text: [
        `We collect your ${list(collected.apply)}. We use them to decide on your application and to reply to you. Only the people who decide can read them.`,
        `If you send a file, such as your CV, we store it with the application, download it to read it, and delete it with the application. If it does not arrive completely, we delete its parts ${retentionDays.unfinishedFile} days after the last one. The app makes photos smaller on your device, without what the camera wrote into them, such as the location.`,
        'We may send you one email to confirm that your application has arrived. It contains a link to the application, and anyone who can read your email can use that link. The email that tells our staff of a new application contains nothing about you.',
        'When we answer you by email, that email contains the same link. With the application we store our answers, who wrote them, and how their emails ended. An email may rarely arrive twice.',
        `We delete an application at most ${retentionDays.application} days after it arrives, or earlier if you ask us to.`,
        'After you apply in the app, you may get a link that shows the status of your application. Anyone who has this link can see the status and withdraw the application, and we then delete it. With the application we store its status, the date of that status and our message to you, but not the link.',
      ],
    },
    {
      heading: 'Enquiries',
      text: [
        `We collect your ${list(collected.enquiry)}. We use them to answer you and delete them at most ${retentionDays.application} days after they arrive, or earlier if you ask us to. We store our answers and the photos or drawings that you send with your enquiry, and delete them at the same time. Files are treated like those of an application.`,
      ],
    },
    {
      heading: 'Newsletter',
      text: [
        `We collect your ${list(collected.subscribe)} to send you one email a month. We keep them until you unsubscribe, through the link in each email or by writing to us. We send you the newsletter only after you have confirmed your address through a link that we email to you; otherwise we delete the address ${retentionDays.unconfirmed} days after that email.`,
        'If you agreed elsewhere, for example at our stand, we record where and when. After you unsubscribe we keep only a fingerprint from which your address cannot be read, so that an old list cannot bring it back. We delete it if you subscribe again.',
      ],
    },
    {
      heading: 'Notifications',
      text: [
        'If you turn notifications on, our server stores an address and its keys, which your browser gives us, but nothing else about you. The company behind your browser delivers the notifications. They are encrypted, so it can see only that they come from us.',
        'With each application that you have sent from this device we store to which address we send news of it. A notification says only that there is news. We delete this when you remove the application from your device or withdraw it, and when we delete the application.',
        'We delete the address when you turn notifications off, or when the company that delivers them tells us that it is no longer valid (for example, after you have cleared your browser).',
      ],
    },
    {
      heading: 'On your own device',
      text: [
        'To work without a connection, the site saves some data in your browser. It stays on your device unless we say otherwise here, and you can delete it at any time.',
      ],
      points: [
        `What you type into a form and the files you choose, until you send it or empty the form, for at most ${retentionDays.draft} days; while a photo is made smaller, its name and size.`,
        'Outbox: an application, enquiry or subscription that could not be sent yet, and its files. They are deleted once it has arrived, or when you press "Delete"; that it arrived stays recorded until you have seen it.',
        'Applications you follow: their links and their last known status, until you withdraw or remove them.',
        'Every page of this site, the vacancies, the articles that you have opened, seen in a list or saved, and the pictures you viewed most recently.',
        'Small settings, such as a dismissed hint, or when our server was last told where to send notifications.',
        'The page "Saved on this device", linked at the bottom of each page, shows what is saved and lets you delete it.',
      ],
    },
    {
      heading: 'Our server',
      text: [
        'Logs contain the time, page and result of each request, but no names, email addresses or form content. To limit abuse, we count requests per IP address, in memory only and for at most a day.',
        `Each form is sent with a random key, so a repeated request is stored only once. We store the key with what you sent. After we delete both, we keep only a fingerprint from which they cannot be read, for ${retentionDays.requestKey} days.`,
      ],
    },
    {
      heading: 'Google Maps and videos',
      text: [
        "The contact page may show a map from Google Maps, which loads only when you scroll to it. Google then receives your IP address and the data your browser sends, under Google's privacy policy.",
        'Our videos come from our server.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        `You can ask for a copy of the data we hold about you, have it corrected or deleted, object to its use and withdraw your consent. Write to ${company.privacyEmail}. We will answer within ${promises.application}. If you are not satisfied, you can complain to the Data Protection Commissioner of Zambia.`,
      ],
    },
  ],
};
