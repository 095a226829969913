import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { formWords } from '#src/content/forms.ts';
import { withMessage } from '#src/content/outcome-message.ts';
import { privacy } from '#src/content/privacy.ts';
import { retentionDays } from '#src/contract/retention.ts';

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

test('a subscription that has to be confirmed sends the visitor to their email', () => {
  const text = (confirm?: boolean) =>
    withMessage('subscribe', '', { type: 'sent', message: '', confirm }).text;
  expect(text(true)).toBe(formWords.subscribe.confirm);
  expect(text()).toContain('You are on the list.');
});
