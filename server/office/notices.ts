/** Messages after an action, by the word in `?done=`; never text from the address. */
const notices = {
  saved: 'Saved.',
  answered: 'The email is waiting to be sent.',
  'closed-answered': 'Closed.',
  deleted: 'Deleted.',
  done: 'Done.',
  'new-again': 'It is new again.',
  published: 'Published.',
  scheduled: 'Scheduled. It will appear on the site at that time.',
  shared: 'The link is below.',
  'preview-ended': 'The link no longer works.',
  unpublished: 'It is off the site. The draft is still here.',
  opened: 'Open. It is on the career page.',
  closed: 'Closed. Nobody can apply any more.',
  sending: 'The newsletter is being sent.',
  stopped: 'Stopped. Nobody else gets it.',
  'had-been-sent': 'It had been sent.',
  asked: 'They are asked by email, a hundred an hour.',
  seen: 'Noted.',
  tested: 'A test is on its way to you.',
  removed: 'Removed.',
  again: 'They get the next newsletter.',
  access: 'Access changed.',
  known: 'They have access already. It is unchanged.',
  'signed-out': 'Signed out.',
  passkey: 'This device has a passkey now.',
  'passkeys-removed': 'Your passkeys were removed.',
};

const byWord = new Map<string | null, string>(Object.entries(notices));

export const noticeFor = (word: string | null) => byWord.get(word);

export type Notice = keyof typeof notices;

/** Adds a notice to an address. */
export const telling = (path: string, word: Notice) => `${path}?done=${word}`;
