import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { withMessage } from '#src/content/outcome-message.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { privacy } from '#src/content/privacy.ts';
import { kinds } from '#src/contract/kinds.ts';
import { retentionDays } from '#src/contract/retention.ts';

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

test('the privacy page states every period of the table, and the server deletes applications after its', () => {
  const promises = privacy.sections.flatMap(({ text, points = [] }) => [...text, ...points]).join(' ');
  const places = {
    application: 'delete an application N days after it arrives',
    requestKey: 'a hash of them for N days',
    draft: 'type into a form, until you send it or close the form with ×, for at most N days',
    failingAlert: 'notifications have failed for N days',
    unconfirmed: 'we delete it N days after that email',
  } satisfies Record<keyof typeof retentionDays, string>;
  for (const [name, days] of Object.entries(retentionDays))
    expect(promises).toContain(places[name as keyof typeof places].replace('N', String(days)));
  expect(readConfig({}).retentionDays).toBe(retentionDays.application);
});
