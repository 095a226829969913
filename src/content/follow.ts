import type { ApplicationState } from '#src/contract/application-status.ts';
import { company } from '#src/words/site.ts';

export const follow = {
  reading: 'Looking for your application…',
  notReading: `If nothing appears, write to ${company.email} instead.`,
  unnamed: 'Application',
  note: 'Message from us',
  states: {
    received: { name: 'Received', text: 'Your application has arrived. We have not read it yet.' },
    read: { name: 'Read', text: 'We have read your application but have not decided yet.' },
    shortlisted: { name: 'Shortlisted', text: 'You are on our shortlist. We will contact you.' },
    closed: {
      name: 'Closed',
      text: 'We are no longer considering this application. The vacancy may have been filled or closed.',
    },
  } satisfies Record<ApplicationState, { name: string; text: string }>,
  answerBy: (day: string) => `We will answer by ${day}.`,
  more: 'More',
  copyWhy:
    'Save the link to this page somewhere else too: your browser may delete it if you do not visit for a week.',
  withdraw: 'Withdraw',
  withdrawHeading: 'Withdraw this application?',
  withdrawQuestion: 'We will delete your application and everything you sent with it. This cannot be undone.',
  withdrawYes: 'Withdraw it',
  notDone: 'That may not have worked. Please try again later.',
  withdrawn: 'Your application has been withdrawn and deleted.',
  remove: 'Remove from this device',
  removeEndsFile:
    'Your CV is still on its way. If you remove the application from this device now, we will not receive the CV.',
  removed:
    'The application is no longer saved on this device. That does not withdraw it. To see its status again, you need the link from our email or your own copy.',
  notRemoved: 'It could not be removed. Please try again.',
  notFound:
    'We found no application for this link. It may have been withdrawn or deleted, or removed from this device, or part of the link may be missing. An address copied from the address bar works only in the browser in which you applied; elsewhere, use the link from our email or from "Copy link".',
  wrongLink: 'This link is incomplete. Please copy the whole link again.',
  noLink: 'You will get a link once your application has arrived. It is saved on the device you used.',
  failed: 'Your application is not affected. Please try again later.',
  neverLoaded: 'The status is not saved on this device. Open this page again when you are back online.',
} as const;
