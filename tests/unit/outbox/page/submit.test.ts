import { expect, test } from 'vitest';

import { openRecord } from '#src/outbox/page/submit.ts';

import { newRecord } from '../records.ts';

test('text that is emptied before it was stored does not come back', async () => {
  const form = openRecord({ kind: 'enquiry', job: '', about: '' });
  const typing = [form.type({ message: 'H' }), form.type({})];
  const stored = newRecord({ kind: 'enquiry', state: 'typing', fields: { message: 'H' } });
  expect(form.news(stored)).toBeUndefined();
  await Promise.all(typing);
});
