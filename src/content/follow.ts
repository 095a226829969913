import type { ApplicationState } from '#src/contract/application-status.ts';

import { company } from './company.ts';

/** What is said of an application that is followed. */
export const follow = {
  reading: 'Looking for your application…',
  notLoaded: 'This page could not be loaded whole.',
  withoutScript: `This page asks our server with a key that only you have, and needs a script for that. Write to ${company.email} instead.`,
  received: 'Received',
  word: 'A word from us',
  states: {
    received: { name: 'Received', text: 'Your application has arrived. A person will read it.' },
    read: { name: 'Read', text: 'A person has read your application. We have not decided yet.' },
    shortlisted: { name: 'Shortlisted', text: 'You are on our short list. We will get in touch with you.' },
    closed: { name: 'Closed', text: 'We have made our choice, and this application is closed.' },
  } satisfies Record<ApplicationState, { name: string; text: string }>,
  copy: 'Copy link',
  copied: 'Copied. Whoever has this link can read this page and withdraw the application.',
  copyThis: 'Copy this link. Whoever has it can read this page and withdraw the application.',
  withdraw: 'Withdraw',
  withdrawHeading: 'Withdraw this application?',
  withdrawQuestion:
    'We delete it, with all that you sent, and nobody reads it any more. This cannot be undone.',
  withdrawYes: 'Withdraw it',
  withdrawNo: 'Keep it',
  withdrawing: 'Please Wait',
  underWay: 'The request has left. Closing this does not stop it.',
  withdrawFailed: 'We do not know whether that reached our server. Please press the button again later.',
  withdrawn: 'Your application is withdrawn. We have deleted it.',
  keep: 'Keep it on this phone',
  kept: 'It is kept on this phone. Whoever uses this phone can read this page and withdraw the application.',
  letGo: 'Remove it from this phone',
  removed: 'It is no longer kept on this phone.',
  notFound:
    'We have no application under this link. It may have been withdrawn or deleted, or a part of the link is missing.',
  wrongLink: 'This link is not complete. Please copy it again, from the first letter to the last.',
  noLink:
    'The link to your application is shown once it has arrived. The phone that you applied from keeps it, unless it was removed there.',
  failed: 'This says nothing about your application. Please try again in a while.',
  neverLoaded: 'This device has not seen its state yet. Open this page again when you are back online.',
  list: {
    heading: 'Applications you follow',
    empty: 'Nothing is followed from here. After an application the thanks lead to its own page.',
    unnamed: 'Application',
    unknown: 'Not asked yet',
    gone: 'no longer there',
    asked: 'asked',
    kind: 'Applications you follow',
  },
} as const;
