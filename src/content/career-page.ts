import * as promises from '#src/words/promises.ts';

export const sample = 'what we offer employees, and how we hire';

export const careerPage = {
  intro: {
    heading: 'Join our Talent Community',
    text: 'We design circuit boards, write software, install our products and train teachers. If none of the vacancies below suits you, join our Talent Community: tell us what you can do, and we will contact you when one does.',
    apply: 'Join our Talent Community',
  },
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
  hiring: `Apply with a short form, even offline. You do not need a CV, only a link to your work. We will answer your application within ${promises.application}. If you are a good match, we will call you and then meet you in Lusaka.`,
} as const;
