import type { ApplicationState } from '#src/contract/application-status.ts';

import { company } from './company.ts';

/** What is said of an application that is followed. */
export const follow = {
  reading: 'Looking for your application…',
  withoutScript: `This page asks our server with a key that only you have, and needs a script for that. Write to ${company.email} instead.`,
  unnamed: 'Application',
  note: 'A word from us',
  states: {
    received: { name: 'Received', text: 'Your application has arrived. A person will read it.' },
    read: { name: 'Read', text: 'A person has read your application. We have not decided yet.' },
    shortlisted: { name: 'Shortlisted', text: 'You are on our short list. We will get in touch with you.' },
    closed: { name: 'Closed', text: 'We have made our choice, and this application is closed.' },
  } satisfies Record<ApplicationState, { name: string; text: string }>,
  withdraw: 'Withdraw',
  withdrawHeading: 'Withdraw this application?',
  withdrawQuestion:
    'We delete it with all that you sent, and nobody reads it any more. This cannot be undone.',
  withdrawYes: 'Withdraw it',
  withdrawing: 'Please Wait',
  notDone: 'We do not know whether that worked. Please press the button again later.',
  withdrawn: 'Your application is withdrawn. We have deleted it.',
  remove: 'Remove from this device',
  notFound:
    'We have no application under this link. It may have been withdrawn or deleted, or a part of the link is missing.',
  wrongLink: 'This link is not complete. Please copy it again, from the first letter to the last.',
  noLink:
    'The link to your application is shown once it has arrived. The device that you applied from keeps it.',
  failed: 'This says nothing about your application. Please try again in a while.',
  neverLoaded: 'This device has not seen its state yet. Open this page again when you are back online.',
} as const;
