import * as promises from '#src/words/promises.ts';

export const ask = {
  heading: 'Write to us',
  intro: `We will answer within ${promises.email}.`,
  offline:
    'If you are offline, your enquiry will be saved on this device and sent later. You can also write to',
  hint: 'What we need to price this',
  hints: {
    waterhandler: [
      'the size of your pipe; if you are not sure, send a photo of the meter by WhatsApp',
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
  filesByEmail: 'If you have photos or drawings, send them to',
  choose: 'Please choose',
  /** What each product does, beside its name. */
  needs: {
    osense: 'trucks, crews and fuel',
    waterhandler: 'leaks and water',
    zstudy: 'science lessons and kits',
    travis: 'a device built for you',
  },
  other: 'Something else',
  /** After "Send": what helps us to answer. */
  next: {
    waterhandler: 'You can send us photos of your meter and pipes now:',
    osense: 'You can send us your list of vehicles now:',
    zstudy: 'You can send us your timetable and class sizes now:',
    travis: 'You can send us drawings and photos now:',
    other: 'To add photos or talk to us now:',
  },
  reach: 'Your email address or your phone number: one of the two is enough.',
  privacy: 'How we use your enquiry and how long we store it',
  submit: 'Send',
  closed: 'This form is not available here. Please call us, or write by email or WhatsApp.',
} as const;
