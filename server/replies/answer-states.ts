import type { Selectable } from 'kysely';

import type { Message } from '../outgoing/kinds.ts';
import type { MessageState, Tables } from '../store/schema.ts';

/** What can happen to an answer: from where, by what, to where. `README.md` draws this table; a test compares them. */
export const transitions = [
  ['[*]', 'reply to one', 'waiting'],
  ['[*]', 'answer to many', 'leaves later'],
  ['leaves later', 'five minutes', 'waiting'],
  ['leaves later', 'stopped', 'dropped'],
  ['leaves later', 'decided otherwise', 'dropped'],
  ['waiting', 'claimed', 'being sent'],
  ['waiting', 'restored', 'given up'],
  ['waiting', 'stopped', 'dropped'],
  ['waiting', 'decided otherwise', 'dropped'],
  ['waiting', 'no reply', 'perhaps'],
  ['being sent', 'no reply', 'perhaps'],
  ['being sent', 'its text is asked for', 'handed over'],
  ['being sent', 'tried again later', 'waiting'],
  ['being sent', 'the address is dead', 'not accepted'],
  ['being sent', 'tried for three days', 'given up'],
  ['being sent', 'stopped', 'dropped'],
  ['being sent', 'decided otherwise', 'dropped'],
  ['handed over', 'accepted', 'sent'],
  ['handed over', 'no reply', 'perhaps'],
  ['handed over', 'tried again later', 'waiting'],
  ['handed over', 'the address is dead', 'not accepted'],
  ['handed over', 'tried for three days', 'given up'],
  ['perhaps', 'accepted', 'sent'],
  ['perhaps', 'sent again', 'waiting'],
  ['perhaps', 'told by phone', 'phoned'],
  ['not accepted', 'sent again', 'waiting'],
  ['not accepted', 'told by phone', 'phoned'],
  ['given up', 'sent again', 'waiting'],
  ['given up', 'told by phone', 'phoned'],
  ['phoned', 'sent again', 'waiting'],
] as const;

type Transition = (typeof transitions)[number];
export type AnswerEvent = Transition[1];
export type AnswerState = Exclude<Transition[0] | Transition[2], '[*]'>;

/** What tells the state of a reply: its own row and its newest email's. */
export type Delivery = Pick<Message, 'due_at' | 'first_at' | 'handed_over_at'> &
  Pick<Selectable<Tables['replies']>, 'batch' | 'phoned_at'> & { delivery: MessageState };

export function answerState(of: Delivery): AnswerState {
  const { delivery, batch, due_at, first_at, handed_over_at, phoned_at } = of;
  if (delivery === 'sending') return handed_over_at === null ? 'being sent' : 'handed over';
  if (delivery === 'waiting') {
    const isAhead = batch !== null && first_at === null && due_at > new Date().toISOString();
    return isAhead ? 'leaves later' : 'waiting';
  }
  return phoned_at !== null && delivery !== 'sent' && delivery !== 'dropped' ? 'phoned' : delivery;
}

/** Whether this can happen to an answer in this state. */
export const mayHappen = (event: AnswerEvent, state: AnswerState): boolean =>
  transitions.some(([from, what]) => from === state && what === event);
