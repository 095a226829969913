import * as promises from '#src/words/promises.ts';

import { products } from './navigation.ts';

const labels = products.map(({ label }) => label);

export const ask = {
  heading: 'What would you like to know?',
  intro: `We answer within ${promises.email}. Without a connection, your enquiry is saved on this device and sent later.`,
  choose: 'Please choose',
  choices: [...labels, 'Something else'],
  reach: 'Your email address or your phone number: one of the two is enough.',
  privacy: 'How we use your enquiry and how long we store it',
  submit: 'Send',
  otherWays: 'Other ways to reach us',
  closed: 'This form is not available here. Please call us, or write by email or WhatsApp.',
} as const;
