import { expect, test } from 'vitest';

import { type AnswerState, answerState, mayHappen, transitions } from '#server/replies/answer-states.ts';

import { arrowsOf, drawnIn } from '../../kit/mermaid.ts';

test('the diagram of an answer’s states shows exactly the table', () => {
  const table = arrowsOf(transitions);
  expect(drawnIn('server/replies/README.md')).toEqual(table);
  expect(new Set(table).size).toBe(table.length);
});

test.each<[AnswerState, object]>([
  ['leaves later', { delivery: 'waiting', batch: 'b', due_at: '9999' }],
  ['waiting', { delivery: 'waiting', due_at: '9999' }],
  ['waiting', { delivery: 'waiting', batch: 'b', due_at: '9999', first_at: '2026' }],
  ['being sent', { delivery: 'sending' }],
  ['handed over', { delivery: 'sending', handed_over_at: '2026' }],
  ['sent', { delivery: 'sent', phoned_at: '2026' }],
  ['perhaps', { delivery: 'perhaps' }],
  ['phoned', { delivery: 'not accepted', phoned_at: '2026' }],
  ['dropped', { delivery: 'dropped' }],
])('an answer is %s', (state, changes) => {
  const row = {
    delivery: 'waiting',
    batch: null,
    due_at: '',
    first_at: null,
    handed_over_at: null,
    phoned_at: null,
  };
  expect(answerState({ ...row, ...changes } as Parameters<typeof answerState>[0])).toBe(state);
});

test('only what was not handed over can be stopped, and only what may not have arrived is told by phone', () => {
  const states = [...new Set(transitions.map(([, , to]) => to))];
  const when = (event: Parameters<typeof mayHappen>[0]) =>
    states.filter((state) => mayHappen(event, state)).sort();
  expect(when('stopped')).toEqual(['being sent', 'leaves later', 'waiting']);
  expect(when('decided otherwise')).toEqual(when('stopped'));
  expect(when('told by phone')).toEqual(['given up', 'not accepted', 'perhaps']);
  expect(when('sent again')).toEqual(['given up', 'not accepted', 'perhaps', 'phoned']);
});
