/** Shared by the forms and the Outbox. */
export const outcomeWords = {
  failed: 'Thank you, but this did not go through',
  refused: (reason: string) => `We could not accept this: ${reason}`,
  unstored: (reason: string) =>
    `${reason} It is not saved on this device. Please leave this window open and submit it again later.`,
  mayHaveArrived:
    'It may have reached us anyway. Send it again unchanged and we count it once; change it first and we may get both.',
  waiting: 'What you submitted earlier is still waiting in the Outbox.',
  offline: 'There has been no answer yet. It will be sent when you are back online.',
  service: 'Our server could not accept it just now; we will keep trying.',
  comeBack: (where: string) => `Please open this site again ${where} within a few days.`,
  here: 'here',
  inApp: 'in this app',
  inBrowser: 'in this browser',
  deadline: (time: string) => `It must reach us by ${time}, Lusaka time.`,
  gone: {
    deleted: 'This was withdrawn or deleted. It is no longer saved on this device either.',
    lost: 'We no longer have this: please send it again.',
  },
  tooOld: 'It is too old to be sent automatically. Send it now or delete it.',
  earlierTry: 'We may already have an earlier attempt.',
  sent: 'Sent:',
  filesFollow: (isApplication: boolean, count: number, size: string) => {
    if (isApplication) return `Your CV (${size}) is on its way.`;
    return count === 1
      ? `Your file (${size}) is on its way.`
      : `Your ${count} files (${size}) are on their way.`;
  },
  filesStay: 'Your file could not be sent from this device. Please send it by email.',
  follow: 'Follow your application',
  copyLink: 'Copy link',
  copyWhy: 'Save this link somewhere else too: your browser may delete it if you do not visit for a week.',
} as const;
