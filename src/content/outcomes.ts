/** Shared by the forms and the Outbox. */
export const outcomeWords = {
  /** Headings after "Submit". */
  headings: {
    there: 'Thank you: it has arrived',
    confirm: 'Thank you: one step is left',
    waiting: 'Thank you: saved, not sent yet',
    refused: 'Thank you: not accepted',
  },
  refused: (reason: string) => `We could not accept this: ${reason}`,
  unstored: (reason: string) =>
    `${reason} It is not saved on this device. Please leave this window open and submit it again later.`,
  mayHaveArrived:
    'It may have reached us anyway. Send it again unchanged and we count it once; change it first and we may get both.',
  waiting: 'What you submitted earlier is still waiting in the Outbox.',
  /** These follow a form's `subject`, or `it`. */
  it: 'It',
  offline: 'will be sent when you are back online.',
  service: 'will be sent later: our server could not accept it just now, but we will keep trying.',
  comeBack: (where: string) => `Please open this site again ${where} within a few days.`,
  inApp: 'in this app',
  inBrowser: 'in this browser',
  gone: {
    deleted: 'was withdrawn or deleted, and is no longer saved on this device either.',
    lost: 'is no longer on our server: please send it again.',
  },
  inTime: 'You have applied in time.',
  deadline: (time: string) => `It may arrive until ${time}, Lusaka time.`,
  tooOld: 'It is too old to be sent automatically. Send it now or delete it.',
  earlierTry: 'We may already have an earlier attempt.',
  sent: 'Sent:',
  filesFollow: (isApplication: boolean, count: number, size: string) => {
    if (isApplication) return `Your CV (${size}) is on its way.`;
    return count === 1
      ? `Your file (${size}) is on its way.`
      : `Your ${count} files (${size}) are on their way.`;
  },
  /** The page ended while a file was prepared. */
  fileLost: 'The file was not ready when this page was closed. Choose it again, or send this without it.',
  filesStay: 'Your file could not be sent from this device. Please send it by email.',
  follow: 'Follow your application',
  copyLink: 'Copy link',
} as const;
