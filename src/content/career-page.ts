import * as promises from '#src/words/promises.ts';

export const sample = 'what we offer employees, and how we hire';

export const careerPage = {
  /** Leads to its card, which ends the list. */
  talent: 'Join our Talent Community',
  why: {
    heading: 'Why Join',
    icons: ['bulb', 'chart'],
    values: [
      {
        title: 'Innovation',
        text: 'You will follow a product from the first sketch to the customer, and try out your ideas on prototypes.',
      },
      {
        title: 'Growth',
        text: 'You get time to learn, colleagues who review your work, and parts for your own projects.',
      },
    ],
  },
  /** Shown above the list. */
  hiring: 'You need no CV: a short form and one link, such as your LinkedIn or Facebook page, are enough.',
  /** Shown below it. */
  next: `We will answer your application within ${promises.application}. If you are a good match, we will call you and then meet you in Lusaka.`,
} as const;
