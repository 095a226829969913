import { expect, test } from 'vitest';

import { outcomeMessage, outcomeWords } from '#src/content/outcomes.ts';

const kinds = ['apply', 'subscribe'] as const;

test.each(kinds)('the words for %s are those that the contract fixes', (kind) => {
  const told = (type: 'sent' | 'offline' | 'service' | 'refused' | 'unstored') =>
    outcomeMessage(kind, 'Fitter', { type, message: 'Objection.' });
  for (const type of ['sent', 'offline', 'service', 'refused', 'unstored'] as const)
    expect(told(type).heading).toMatch(/^Thank you/);
  expect(told('offline').text).toContain('when you are back online');
  expect(told('service').text).toContain('we will keep trying');
  for (const type of ['refused', 'unstored'] as const) expect(told(type).text).toContain('Objection.');
});

test('the thanks for an application name its vacancy', () => {
  for (const type of ['sent', 'offline', 'service'] as const)
    expect(outcomeMessage('apply', 'Fitter', { type, message: '' }).heading).toContain('Fitter');
});

test('the outbox says of what waits the same as its thanks', () => {
  expect(outcomeWords.offline).toContain('when you are back online');
  expect(outcomeWords.service).toContain('we will keep trying');
});
