import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';

test.each([
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: this is not an address'],
  [{ NOTIFY_TO: 'jobs@hcs.example' }, 'NOTIFY_TO: mail needs a server'],
  [{ SMTP_URL: 'smtp://mail.example.com', NOTIFY_TO: 'jobs' }, 'NOTIFY_TO: this is not an e-mail address'],
  [{ NOTIFY_WEBHOOK: 'chat' }, 'NOTIFY_WEBHOOK: this is not an address'],
  [{ NOTIFY_WEBHOOK: 'https://me:secret@chat.example' }, 'NOTIFY_WEBHOOK: the address may not hold'],
])('a setting that cannot be used is named in one line %#', (env, message) => {
  let said = '';
  try {
    readConfig(env);
  } catch (error) {
    said = String(error);
  }
  expect(said).toContain(message);
  expect(said).not.toMatch(/secret|\n/);
});
