import * as site from './site.ts';

const greeting = 'Dear {name},';
const end = `Kind regards\n${site.name}`;

/** What the office writes to applicants; {name} and {vacancy} are filled in, and each text can be edited before it is sent. */
export const answers = {
  invite: {
    label: 'Invite to talk',
    subject: 'Your application for {vacancy}: let us talk',
    text: `${greeting}\n\nThank you for your application for {vacancy}. We would like to talk to you. Please reply with two times that suit you this week or next, and a number on which we can call you.\n\n${end}`,
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

/** The office's answer to somebody who asked. */
export const enquiryAnswer = {
  subject: (about: string) => `Your enquiry: ${about}`,
  text: `${greeting}\n\nThank you for your enquiry.\n\n\n\n${end}`,
} as const;
