import { expect, test } from 'vitest';

import { meaningOf } from '#server/outgoing/smtp-replies.ts';

import { commandNames, smtpReplies } from '../../service/smtp-says.ts';
import { publicReplies } from './public-replies.ts';

test.each(smtpReplies)('%s means %s: "%s"', (when, means, reply) => {
  expect(meaningOf(commandNames[when], reply)).toBe(means);
});

test('what 47 replies of public mail servers mean', () => {
  expect(publicReplies).toHaveLength(47);
  const meant = publicReplies.map(({ command, reply }) => [meaningOf(command, reply), reply]);
  expect(meant).toEqual(publicReplies.map(({ means, reply }) => [means, reply]));
});

test.each([
  ['RCPT TO', '550 5.1.7 Bad sender', 'refused'],
  ['RCPT TO', '550 5.1.8 Bad sender system', 'refused'],
  ['RCPT TO', '552 5.2.3 Message too long', 'refused'],
  ['RCPT TO', '552 5.3.4 Too big for us', 'refused'],
  ['RCPT TO', '550 5.5.6 Bad arguments', 'refused'],
  ['RCPT TO', '504 Not implemented', 'refused'],
  ['RCPT TO', '530 Authentication required', 'refused'],
  ['RCPT TO', '530 5.2.2 Full', 'later'],
  ['RCPT TO', '552 Too much mail', 'later'],
  ['RCPT TO', '552 5.1.1 Unknown', 'address'],
  ['RCPT TO', '553 5.1.3 Bad syntax', 'address'],
  ['RCPT TO', '550 5.5.7 Something else', 'refused'],
  ['RCPT TO', '550-5.7.26 This mail is\n550-5.7.26 unauthenticated\n550 5.7.26 x', 'refused'],
  ['RCPT TO', '550 #5.1.0 Address rejected', 'address'],
  ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'refused'],
  ['RCPT TO', '550 4.4.7 Expired', 'later'],
  ['CONN', '421 4.7.0 Too many messages', 'later'],
  ['DATA', '550 5.2.1 Disabled', 'address'],
  ['DATA', '552 5.2.2 Full', 'later'],
  ['DATA', '554 5.6.0 Not wanted', 'refused'],
  ['DATA', '550 No such user', 'address'],
  ['RCPT TO', '550 5.1.1 <relay@limit.example.com>: User unknown', 'address'],
  ['RCPT TO', '550 5.7.1 No such user', 'refused'],
  ['RCPT TO', '550 5.1.90 x', 'later'],
  ['RCPT TO', '550 5.4.5 x', 'later'],
  ['RCPT TO', '550 5.4.6 x', 'refused'],
  ['EHLO', '550 Who are you?', 'channel'],
  ['AUTH LOGIN', '454 4.7.0 Later', 'later'],
])('%s "%s" means %s', (command, reply, means) => {
  expect(meaningOf(command, reply)).toBe(means);
});

test('without a reply nothing is known', () => {
  expect(meaningOf('RCPT TO', '')).toBeUndefined();
});
