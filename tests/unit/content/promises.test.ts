import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { withMessage } from '#src/content/outcome-message.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { privacy } from '#src/content/privacy.ts';
import { keyRetentionDays } from '#src/contract/answer.ts';
import { kinds } from '#src/contract/kinds.ts';

test.each(kinds)('the words for %s are those that the contract fixes', (kind) => {
  const told = (type: 'sent' | 'offline' | 'service' | 'refused' | 'unstored') =>
    withMessage(kind, 'Fitter', { type, message: 'Objection.' });
  for (const type of ['sent', 'offline', 'service', 'refused', 'unstored'] as const)
    expect(told(type).heading).toMatch(/^Thank you/);
  expect(told('offline').text).toContain('when you are back online');
  expect(told('service').text).toContain('we will keep trying');
  for (const type of ['refused', 'unstored'] as const) expect(told(type).text).toContain('Objection.');
});

test('the Outbox says of what waits the same as its thanks', () => {
  expect(outcomeWords.offline).toContain('when you are back online');
  expect(outcomeWords.service).toContain('we will keep trying');
});

test('the server keeps what the privacy page promises, for as long as it promises', () => {
  const promises = privacy.sections.flatMap((section) => section.text).join(' ');
  expect(promises).toContain(`${readConfig({}).retentionDays} days after it arrives`);
  expect(promises).toContain(`a hash of them for ${keyRetentionDays} days`);
});
