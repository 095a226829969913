import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { privacy } from '#src/content/privacy.ts';
import { keyRetentionDays } from '#src/contract/answer.ts';

const promises = privacy.sections.flatMap((section) => section.text).join(' ');

test('the server keeps what the privacy page promises, for as long as it promises', () => {
  expect(promises).toContain(`${readConfig({}).retentionDays} days after it arrives`);
  expect(promises).toContain(`the key for ${keyRetentionDays} days, and with what you sent`);
});

test('the operator can keep applications for another time, or for good', () => {
  expect(readConfig({ RETENTION_DAYS: '30' }).retentionDays).toBe(30);
  expect(readConfig({ RETENTION_DAYS: '0' }).retentionDays).toBeNull();
});
