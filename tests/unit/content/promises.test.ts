import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { privacy } from '#src/content/privacy.ts';
import { retentionDays } from '#src/contract/retention.ts';

test('the privacy page states every period in the table, and the server deletes applications accordingly', () => {
  const promises = privacy.sections.flatMap(({ text, points = [] }) => [...text, ...points]).join(' ');
  const places = {
    application: 'delete an application at most N days after it arrives',
    requestKey: 'a fingerprint from which they cannot be read, for N days',
    draft:
      'type into a form and the files you choose, until you send it or empty the form, for at most N days',
    unfinishedFile: 'we delete its parts N days after the last one',
    unconfirmed: 'we delete the address N days after that email',
  } satisfies Record<keyof typeof retentionDays, string>;
  for (const [name, days] of Object.entries(retentionDays))
    expect(promises).toContain(places[name as keyof typeof places].replace('N', String(days)));
  expect(readConfig({}).retentionDays).toBe(retentionDays.application);
  for (const days of ['0', '366'])
    expect(() => readConfig({ RETENTION_DAYS: days })).toThrow(
      'RETENTION_DAYS: must be a whole number from 1 to 365.',
    );
});
