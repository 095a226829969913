/** Every change of a record and of its files, by what happened. `README.md` draws them, and the tests compare. */
import type { SentFile } from './sent-file.ts';
import type { Submission } from './submission.ts';

/** `none`: there is no record, or the file is not listed. */
type Arrow<State> = readonly [from: State | 'none', event: string, to: State | 'none'];

const withFields = ['typing', 'preparing', 'sending', 'waiting', 'refused'] as const;
const delivered = ['sent', 'followed', 'told'] as const;

export const transitions: readonly Arrow<Submission['state']>[] = [
  ['none', 'key-press', 'typing'],
  ['typing', 'key-press', 'typing'],
  ['refused', 'key-press', 'refused'],
  ['typing', 'key-press', 'none'],
  ['refused', 'key-press', 'none'],
  ['none', 'file', 'typing'],
  ['typing', 'file', 'typing'],
  ['preparing', 'file', 'preparing'],
  ['refused', 'file', 'refused'],
  ['none', 'Submit', 'sending'],
  ['typing', 'Submit', 'sending'],
  ['refused', 'Submit', 'sending'],
  ['none', 'Submit', 'preparing'],
  ['typing', 'Submit', 'preparing'],
  ['refused', 'Submit', 'preparing'],
  ['preparing', 'step', 'preparing'],
  ['preparing', 'file-stored', 'sending'],
  ['preparing', 'without-it', 'sending'],
  ['preparing', 'file-problem', 'refused'],
  ['preparing', 'time', 'refused'],
  ['waiting', 'send-now', 'sending'],
  ['refused', 'send-now', 'sending'],
  ['waiting', 'Edit', 'refused'],
  ['refused', 'Edit', 'refused'],
  ['waiting', 'time', 'sending'],
  ['sending', 'time', 'sending'],
  ['sending', 'too-old', 'waiting'],
  ['typing', 'too-old', 'none'],
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
  ...(['typing', 'preparing', 'refused'] as const).flatMap((from) => [
    [from, 'close-icon', 'none'] as const,
    [from, 'Empty', 'none'] as const,
  ]),
  ...(['preparing', 'waiting', 'refused'] as const).map((from) => [from, 'Delete', 'none'] as const),
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
