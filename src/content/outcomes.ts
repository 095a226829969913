/** What a visitor is told. */
export type Message = { heading: string; text: string };

type Kind = 'apply' | 'subscribe';

/** How a request can end while its visitor watches. */
type Ending = 'sent' | 'waiting-offline' | 'waiting-service' | 'refused' | 'not-kept';

const thanks = {
  apply: (vacancy: string) => `Thank you for your application${vacancy === '' ? '' : `: ${vacancy}`}`,
  subscribe: () => 'Thank you for subscribing',
} as const;

const failed = 'Thank you, but this did not work';

/**
 * The one place that says what a visitor is told when a request ends. `about` is the vacancy's name, `reason` what the
 * server said or why nothing did. Heading and text stand in the dialog; a text alone in the form that is still open.
 */
export const outcomeMessages: Record<Kind, Record<Ending, (about: string, reason: string) => Message>> = {
  apply: {
    sent: (about) => ({
      heading: thanks.apply(about),
      text: 'It has arrived. A person will read it, and you will hear from us within ten working days.',
    }),
    'waiting-offline': (about) => ({
      heading: thanks.apply(about),
      text: 'It is saved in this browser and will be sent when you are back online. Open this site here again within a few days, or call us if it is urgent. In a private window, keep it open until then: closing it loses what is saved.',
    }),
    'waiting-service': (about) => ({
      heading: thanks.apply(about),
      text: 'It is saved in this browser. Our server could not take it just now; we will keep trying. It leaves the Outbox once it has been sent.',
    }),
    refused: (_about, reason) => ({ heading: failed, text: reason }),
    'not-kept': (_about, reason) => ({
      heading: failed,
      text: `${reason} It does not wait in the Outbox either: please leave this window open and submit again in a while.`,
    }),
  },
  subscribe: {
    sent: () => ({
      heading: thanks.subscribe(),
      text: 'You are on the list. The next letter goes out on the first Friday of the month.',
    }),
    'waiting-offline': () => ({
      heading: thanks.subscribe(),
      text: 'Your request is saved in this browser and will be sent when you are back online.',
    }),
    'waiting-service': () => ({
      heading: thanks.subscribe(),
      text: 'Your request is saved in this browser. Our server could not take it just now; we will keep trying.',
    }),
    refused: (_about, reason) => ({ heading: failed, text: `Our server rejected this: ${reason}` }),
    'not-kept': (_about, reason) => ({
      heading: failed,
      text: `${reason} It does not wait in the Outbox either. Please subscribe again in a while.`,
    }),
  },
};

/** What the outbox says about each request that it lists, and once one has left it. */
export const outboxMessages = {
  'waiting-offline':
    'Nothing has answered yet. It is sent when you are back online. Deleting it does not call back an earlier try that may have arrived.',
  'waiting-service': 'Our server could not take it yet; we will keep trying.',
  refused: (reason: string) => `Our server rejected this: ${reason}`,
  'too-old':
    'By the clock of this device it has waited so long that it is no longer sent by itself. If an earlier try did arrive, our server may take it a second time. Send it now or delete it.',
  'tried-while-edited':
    'In the meantime it was sent again as it was before, and may have arrived. It waits as it was. Your changes were not sent: copy them, or email them to us.',
  'gone-while-edited':
    'In the meantime it was sent as it was before, or deleted. Your changes were not sent: copy them, or email them to us.',
  receipt: 'Sent while you were away:',
  follow: 'Follow your application',
} as const;
