import { promises } from './promises.ts';

/** Emails to applicants and subscribers. A text is a list of paragraphs. `company`: its name. */
export const emails = {
  receipt: {
    subject: (vacancy: string) => `We have received your application: ${vacancy}`,
    text: (vacancy: string, company: string, link: string, privacyEmail: string) => [
      `Thank you for applying to ${company}. We have received this application: ${vacancy}.`,
      `We answer every application within ${promises.application}, by email to this address.`,
      `Follow or withdraw your application: ${link}`,
      'Anyone who has that link can see the status of your application and withdraw it, so please do not forward this email.',
      `If you did not apply, somebody may have entered your address by mistake. Write to ${privacyEmail} and we will delete it.`,
    ],
  },
  confirm: {
    subject: 'Please confirm your subscription',
    text: (company: string, link: string, days: number) => [
      `Someone, probably you, asked for the ${company} newsletter at this address. To confirm, open this link and press the button: ${link}`,
      `If it was not you, ignore this email. We delete the address after ${days} days.`,
    ],
  },
  confirmed: {
    subject: 'You are already on the list',
    text: (company: string) =>
      `You already get the ${company} newsletter at this address. Nothing was changed.`,
  },
  unsubscribe: 'Unsubscribe',
} as const;
