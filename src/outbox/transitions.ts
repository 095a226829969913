/** Every change of a record and of its files, by what happened. `README.md` draws them, and the tests compare. */
import type { SentFile } from './sent-file.ts';
import type { Submission } from './submission.ts';

/** `none`: there is no record, or the file is not listed. */
type Arrow<State> = readonly [from: State | 'none', event: string, to: State | 'none'];

const withFields = ['typing', 'emptied', 'sending', 'waiting', 'refused'] as const;
const delivered = ['sent', 'followed', 'told'] as const;

export const transitions: readonly Arrow<Submission['state']>[] = [
  ['none', 'key-press', 'typing'],
  ['typing', 'key-press', 'typing'],
  ['refused', 'key-press', 'refused'],
  ['emptied', 'key-press', 'typing'],
  ['none', 'Submit', 'sending'],
  ['typing', 'Submit', 'sending'],
  ['refused', 'Submit', 'sending'],
  ['emptied', 'Submit', 'sending'],
  ['waiting', 'send-now', 'sending'],
  ['refused', 'send-now', 'sending'],
  ['waiting', 'Edit', 'refused'],
  ['refused', 'Edit', 'refused'],
  ['waiting', 'time', 'sending'],
  ['sending', 'time', 'sending'],
  ['sending', 'too-old', 'waiting'],
  ['typing', 'too-old', 'none'],
  ['emptied', 'too-old', 'none'],
  ['sending', 'no-answer', 'waiting'],
  ['sending', 'refusal', 'refused'],
  ...withFields.map((from) => [from, '2xx', 'sent'] as const),
  ...withFields.map((from) => [from, '410', 'gone'] as const),
  ...delivered.map((from) => [from, 'file-404-or-410', 'gone'] as const),
  ['sent', 'shown', 'followed'],
  ['sent', 'shown', 'told'],
  ['sent', 'shown', 'none'],
  ['refused', 'shown', 'none'],
  ['gone', 'shown', 'none'],
  ['typing', 'close-icon', 'none'],
  ['refused', 'close-icon', 'none'],
  ['emptied', 'close-icon', 'none'],
  ['typing', 'Empty', 'emptied'],
  ['refused', 'Empty', 'emptied'],
  ['typing', 'Empty', 'none'],
  ['emptied', 'Undo', 'typing'],
  ['emptied', 'Undo', 'refused'],
  ['emptied', 'left', 'none'],
  ['waiting', 'Delete', 'none'],
  ['refused', 'Delete', 'none'],
  ['followed', 'removed', 'none'],
  ['told', 'last-file', 'none'],
];

export const fileTransitions: readonly Arrow<SentFile['state']>[] = [
  ['none', 'chosen', 'here'],
  ['here', 'part', 'here'],
  ['here', 'last-part', 'arrived'],
  ['here', '4xx', 'refused'],
  ['here', 'Remove', 'none'],
  ['refused', 'Remove', 'none'],
];
