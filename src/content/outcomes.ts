import { promises } from './company.ts';

export type Message = { heading: string; text: string };

/** Result of "Submit". `unstored`: neither delivered nor stored. `message`: the server's error, or the reason. */
export type Outcome = {
  type: 'sent' | 'offline' | 'service' | 'refused' | 'unstored';
  message: string;
  secret?: string | undefined;
  confirm?: boolean | undefined;
};

const failed = 'Thank you, but this did not go through';
const texts = {
  apply: {
    sent: `It has arrived. We answer every application within ${promises.application}, by email to the address you gave.`,
    offline:
      'It is saved on this device and will be sent when you are back online. Open this site on this device again within a few days. If this is a private window, leave it open until then. If it is urgent, call us.',
    service: 'It is saved on this device. Our server could not accept it just now; we will keep trying.',
  },
  subscribe: {
    sent: `You are on the list. The next newsletter goes out on ${promises.friday}.`,
    offline: 'Your request is saved on this device and will be sent when you are back online.',
    service:
      'Your request is saved on this device. Our server could not accept it just now; we will keep trying.',
  },
};

/** Text of the dialog after a submission. `about`: the vacancy's name. */
export function outcomeMessage(
  kind: keyof typeof texts,
  about: string,
  { type, message, confirm }: Outcome,
): Message {
  if (type === 'refused') return { heading: failed, text: outcomeWords.refused(message) };
  if (type === 'unstored') return { heading: failed, text: outcomeWords.unstored(message) };
  const heading = kind === 'apply' ? `Thank you for your application: ${about}` : 'Thank you for subscribing';
  return { heading, text: confirm && type === 'sent' ? outcomeWords.confirm : texts[kind][type] };
}

/** Shared by the forms and the Outbox. */
export const outcomeWords = {
  refused: (reason: string) => `We could not accept this: ${reason}`,
  unstored: (reason: string) =>
    `${reason} It is not saved on this device: leave this window open and submit again later.`,
  mayHaveArrived:
    'It may have reached us anyway. Send it again unchanged and we count it once; change it first and we may get both.',
  waiting: 'An earlier one is waiting in the Outbox.',
  offline: 'There was no answer yet. It will be sent when you are back online.',
  service: 'Our server could not accept it just now; we will keep trying.',
  deadline: (time: string) => `It must reach us by ${time}, Lusaka time.`,
  tooOld: 'It is too old to be sent automatically. Send it now or delete it.',
  earlierTry: 'We may already have an earlier attempt.',
  confirm: 'Check your email: the link in it puts you on the list.',
  sentMeanwhile: 'Sent while you were away:',
  follow: 'Follow your application',
  copyLink: 'Copy link',
  copyWhy:
    'Keep this link: it is saved only on this device, and Safari deletes it after a week without a visit.',
} as const;
