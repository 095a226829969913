import * as promises from './promises.ts';
import { name } from './site.ts';

/** Emails to applicants and subscribers. `text`: one paragraph or a list of them. `company`: the company's name. */
export const emails = {
  receipt: {
    subject: (vacancy: string) => `We have received your application: ${vacancy}`,
    text: (vacancy: string, company: string, link: string, privacyEmail: string) => [
      `Thank you for applying to ${company}. We have received this application: ${vacancy}.`,
      `We will reply to this address within ${promises.application}.`,
      `Follow or withdraw your application: ${link}`,
      'Anyone who has that link can see the status of your application and withdraw it, so please do not forward this email.',
      `If you did not apply, someone may have entered your address by mistake. Write to ${privacyEmail} and we will delete it.`,
    ],
  },
  confirm: {
    subject: 'Please confirm your subscription',
    text: (company: string, link: string, days: number) => [
      `Someone, probably you, asked for the ${company} newsletter at this address. To confirm, open this link and press the button: ${link}`,
      `If this was not you, please ignore this email. We will delete the address after ${days} days.`,
    ],
  },
  confirmed: {
    subject: 'You are already subscribed',
    text: (company: string) =>
      `You are already subscribed to the ${company} newsletter with this address. Nothing has changed.`,
  },
  unsubscribe: 'Unsubscribe',
} as const;

const greeting = 'Dear {name},';
const end = `Kind regards\n${name}`;

/** Templates for the office's replies to applicants. The office fills in {name} and {vacancy} and lets the writer edit the text. */
export const replyTexts = {
  invite: {
    label: 'Invite to talk',
    subject: 'Your application for {vacancy}: let us talk',
    text: `${greeting}\n\nThank you for your application for {vacancy}. We would like to talk to you. Please reply with two times that suit you this week or next, and a phone number on which we can reach you.\n\n${end}`,
    after: 'shortlisted',
  },
  no: {
    label: 'Not this time',
    subject: 'Your application: {vacancy}',
    text: `${greeting}\n\nThank you for your application ({vacancy}) and the time you put into it. We have decided to continue with other applicants this time. You are welcome to apply again when a new vacancy suits you.\n\nWe wish you all the best.\n\n${end}`,
    after: 'closed',
  },
  ask: {
    label: 'Ask for something',
    subject: 'Your application for {vacancy}: a question',
    text: `${greeting}\n\nThank you for your application for {vacancy}. Before we decide, please send us:\n\n- \n\n${end}`,
    after: '',
  },
} as const;

/** The office's reply to an enquiry. */
export const enquiryReply = {
  subject: (about: string) => `Your enquiry: ${about}`,
  text: `${greeting}\n\nThank you for your enquiry.\n\n\n\n${end}`,
} as const;
