import * as promises from '#src/words/promises.ts';

import { products } from './navigation.ts';

const labels = products.map(({ label }) => label);

export const ask = {
  heading: 'What would you like to know?',
  intro: `We will answer within ${promises.email}. If you are offline, your enquiry will be saved on this device and sent later.`,
  hint: 'To price this for you, please tell us:',
  hints: {
    waterhandler: [
      'the size of your pipe, or send a photo of the meter',
      'what the building is: a house, an estate, a clinic, a market',
      'where it is',
    ],
    osense: [
      'the number of vehicles and people',
      'where they work',
      'what you want to know first: fuel, hours or positions',
    ],
    zstudy: [
      'the number of pupils in each grade',
      'where your school is',
      'which subject you want to start with',
    ],
    travis: [
      'what the device should do; you can send a drawing by WhatsApp or email',
      'the number you need',
      'when you need the first one',
    ],
  },
  choose: 'Please choose',
  choices: [...labels, 'Something else'],
  reach: 'Your email address or your phone number: one of the two is enough.',
  privacy: 'How we use your enquiry and how long we store it',
  submit: 'Send',
  closed: 'This form is not available here. Please call us, or write by email or WhatsApp.',
} as const;
