import { expect, test } from 'vitest';

import { openRecord } from '#src/outbox/page/submit.ts';

import { newRecord } from '../records.ts';

const about = { kind: 'enquiry', job: '', about: '' } as const;

test('text that is emptied before it was stored does not come back', async () => {
  const form = openRecord(about);
  const typing = [form.type({ message: 'H' }), form.type({})];
  const stored = newRecord({ kind: 'enquiry', state: 'typing', fields: { message: 'H' } });
  expect(form.news(stored)).toBeUndefined();
  await Promise.all(typing);
});

test('a problem of one file is read before the text is sent, also if the next has none', async () => {
  const form = openRecord(about);
  for (const isReady of [false, true]) form.prepare(async () => isReady);
  expect(await form.preparing()).toBe(false);
});
