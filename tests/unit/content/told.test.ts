import { expect, test } from 'vitest';

import { outboxMessages, outcomeMessages } from '#src/content/outcomes.ts';

const kinds = ['apply', 'subscribe'] as const;

test.each(kinds)('the words for %s are those that the contract fixes', (kind) => {
  const told = outcomeMessages[kind];
  for (const ending of ['sent', 'waiting-offline', 'waiting-service', 'refused', 'not-kept'] as const)
    expect(told[ending]('Fitter', 'Objection').heading).toMatch(/^Thank you/);
  expect(told['waiting-offline']('', '').text).toContain('when you are back online');
  expect(told['waiting-service']('', '').text).toContain('we will keep trying');
  for (const ending of ['refused', 'not-kept'] as const)
    expect(told[ending]('', 'Objection.').text).toContain('Objection.');
});

test('the thanks for an application name its vacancy', () => {
  for (const ending of ['sent', 'waiting-offline', 'waiting-service'] as const)
    expect(outcomeMessages.apply[ending]('Fitter', '').heading).toContain('Fitter');
});

test('the outbox says of what waits the same as its thanks', () => {
  expect(outboxMessages['waiting-offline']).toContain('when you are back online');
  expect(outboxMessages['waiting-service']).toContain('we will keep trying');
});
