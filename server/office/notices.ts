import { company } from '#src/words/site.ts';

/**
 * Messages after an action, by the word in `?done=`. They say what was done, not how things are: a reload shows them again.
 * Text from the address is never shown.
 */
const notices = {
  saved: 'Saved.',
  added: 'They will get the next newsletter.',
  'added-asked': 'They are on the list. We are asking them by email, a hundred per hour.',
  'added-unasked': 'They are on the list. They will be asked to confirm once the server can send email.',
  answered: 'The email was queued.',
  'taken-back': 'Taken back.',
  'closed-silently': 'Closed, without an email.',
  'closed-answered': 'Closed. Emails start in 5 minutes; until then you can stop them.',
  deleted: 'Deleted.',
  done: 'Marked as done.',
  'new-again': 'Marked as new again.',
  published: 'Published.',
  scheduled: 'Scheduled. It will appear on the site at that time.',
  shared: 'The link is below.',
  'preview-ended': 'The link no longer works.',
  unpublished: 'It is a draft now, and not on the site.',
  opened: 'The vacancy is open and on the career page.',
  closed: 'The vacancy is closed. Nobody can apply any more.',
  'closed-with-grace': `The vacancy is closed. Applications that waited for a connection are accepted for another ${company.lateApplicationHours} hours after its last day.`,
  'answers-stopped':
    'Stopped. The replies not yet sent have been taken back, and their applications are as they were. The vacancy has not changed.',
  sending: 'Sending has started.',
  stopped: 'Stopped. Nobody else will get it until you resume sending.',
  asked: 'We are asking them by email, a hundred per hour.',
  seen: 'Noted.',
  'told-by-phone': 'Recorded: told by phone.',
  tested: 'A test was queued for you.',
  removed: 'Removed.',
  'came-back': 'Recorded: it came back.',
  access: 'Access changed.',
  known: 'They already have access, and it has not changed. The link below is new.',
  'signed-out': 'Signed out.',
  passkey: 'This device now has a passkey.',
  'passkeys-removed': 'Your passkeys were removed.',
};

const byWord = new Map<string | null, string>(Object.entries(notices));

export const noticeFor = (word: string | null) => byWord.get(word);

export type Notice = keyof typeof notices;

export const telling = (path: string, word: Notice) => `${path}?done=${word}`;
