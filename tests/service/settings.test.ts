import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';

test.each([
  [{ PORT: 'abc' }, 'PORT: '],
  [{ PORT: '70000' }, 'PORT: '],
  [{ PORT: '-1' }, 'PORT: '],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL: '],
  [{ CONNECT_UPSTREAM: 'not a url' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'file:///etc/passwd' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'https://user:secret@api.example/v1' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'https://secret@api.example/v1' }, 'CONNECT_UPSTREAM: '],
  [{ CONNECT_UPSTREAM: 'https://api.example/v1?' }, 'CONNECT_UPSTREAM: '],
  [{ SITE_URL: 'hcs.example' }, 'SITE_URL: '],
  [{ SITE_URL: 'https://hcs.example/zambia' }, 'SITE_URL: '],
  [{ SITE_URL: 'https://user:secret@hcs.example' }, 'SITE_URL: '],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY: '],
  [{ RATE_LIMIT_MAX: '-5' }, 'RATE_LIMIT_MAX: '],
  [{ RATE_LIMIT_WINDOW_S: '0' }, 'RATE_LIMIT_WINDOW_S: '],
  [{ RETENTION_DAYS: 'forever' }, 'RETENTION_DAYS: '],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: '],
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
  expect(said).toMatch(new RegExp(`^Error: ${message}`));
  expect(said).not.toMatch(/secret|\n/);
});
