/** Emails to applicants and subscribers. A text is a list of paragraphs. `company`: its name. */
export const emails = {
  receipt: {
    subject: (vacancy: string) => `We have received your application for ${vacancy}`,
    text: (vacancy: string, company: string, link: string, privacyEmail: string) => [
      `Thank you for applying to ${company}. We have received your application for ${vacancy}.`,
      'We read every application and will reply to this address.',
      `Follow or withdraw your application: ${link}`,
      'Anyone who can read this mailbox can open that link, see the status of your application and withdraw it.',
      `If you did not apply, somebody entered your address by mistake. Write to ${privacyEmail} and we will delete it.`,
    ],
  },
  confirm: {
    subject: 'Please confirm your subscription',
    text: (company: string, link: string, days: number) => [
      `Somebody, probably you, entered this address for the newsletter of ${company}. To get it, open this link and press the button: ${link}`,
      `If it was not you, do nothing: we delete the address after ${days} days.`,
    ],
  },
  confirmed: {
    subject: 'You are on the list already',
    text: (company: string) => `This address gets the newsletter of ${company} already. Nothing has changed.`,
  },
  unsubscribe: 'Unsubscribe',
} as const;
