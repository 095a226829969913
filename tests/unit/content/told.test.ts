import { expect, test } from 'vitest';

import { outboxTold, toldWhen } from '#src/content/outcomes.ts';

const kinds = ['apply', 'subscribe'] as const;

test.each(kinds)('the words for %s are those that the contract fixes', (kind) => {
  const told = toldWhen[kind];
  for (const ending of ['sent', 'waiting-offline', 'waiting-service', 'refused', 'not-kept'] as const)
    expect(told[ending]('Fitter', 'Objection').heading).toMatch(/^Thank you/);
  expect(told['waiting-offline']('', '').text).toContain('when you are back online');
  expect(told['waiting-service']('', '').text).toContain('we will keep trying');
  for (const ending of ['refused', 'not-kept'] as const)
    expect(told[ending]('', 'Objection.').text).toContain('Objection.');
});

test('the thanks for an application name its vacancy', () => {
  for (const ending of ['sent', 'waiting-offline', 'waiting-service'] as const)
    expect(toldWhen.apply[ending]('Fitter', '').heading).toContain('Fitter');
});

test('the outbox says of what waits the same as its thanks', () => {
  expect(outboxTold['waiting-offline']).toContain('when you are back online');
  expect(outboxTold['waiting-service']).toContain('we will keep trying');
});
