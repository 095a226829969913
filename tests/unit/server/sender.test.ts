import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { compile } from '#server/outgoing/smtp.ts';

const sent = async (MAIL_FROM: string) => {
  const { mailFrom } = readConfig({ MAIL_FROM });
  const email = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  const { envelope, bytes } = await compile('1', email, mailFrom ?? '', 'https://hcs.example');
  return [/^From: (.*)$/m.exec(bytes.toString())?.[1]?.trim(), envelope.from];
};

test.each([
  ['HCS (Lusaka) <news@hcs.example>', '"HCS (Lusaka)" <news@hcs.example>'],
  ['HCS: News <news@hcs.example>', '"HCS: News" <news@hcs.example>'],
  ['"HCS, Lusaka" <news@hcs.example>', '"HCS, Lusaka" <news@hcs.example>'],
  ['HCS [dev] @ home <news@hcs.example>', '"HCS [dev] @ home" <news@hcs.example>'],
  ['HERO Control System <news@hcs.example>', 'HERO Control System <news@hcs.example>'],
  ['news@hcs.example', 'news@hcs.example'],
])('MAIL_FROM %s arrives with its name and address', async (setting, header) => {
  expect(await sent(setting)).toEqual([header, 'news@hcs.example']);
});

test.each(['HCS <news@hcs.example', 'HCS <news(at)hcs.example>', 'a@b.example, c@d.example'])(
  'MAIL_FROM %s is refused by name',
  (setting) => {
    expect(() => readConfig({ MAIL_FROM: setting })).toThrow('MAIL_FROM: must be a sender');
  },
);
