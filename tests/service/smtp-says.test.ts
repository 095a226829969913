import { expect, onTestFinished, test } from 'vitest';

import { compile, sendEmail } from '#server/outgoing/smtp.ts';

import { startTalker } from './smtp-says.ts';

/** What real mail servers say. */
const replies = [
  ['RCPT', '421 4.7.0 Too many messages, try again later', 'later'],
  ['RCPT', '454 4.7.1 Relay access denied', 'later'],
  ['DATA', '421 Service shutting down', 'later'],
  ['RCPT', '550 5.1.1 The email account that you tried to reach does not exist', 'refused'],
  ['RCPT', '552 5.2.2 Mailbox full', 'refused'],
  ['RCPT', '550 5.7.1 Relaying denied', 'refused'],
  ['RCPT', '503 5.5.1 Need MAIL first', 'refused'],
  ['BODY', '550 5.7.26 Unauthenticated sender', 'refused'],
  ['MAIL', '550 5.7.1 Sender account suspended', 'channel'],
  ['MAIL', '451 4.3.0 Temporary lookup failure', 'channel'],
  ['MAIL', '421 Maximum message count per session reached', 'channel'],
  ['AUTH', '535 5.7.8 Authentication failed', 'channel'],
  ['GREETING', '554 5.7.1 Your address is blocklisted', 'channel'],
  ['GREETING', '421 4.3.2 Too busy', 'channel'],
] as const;

const email = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
const never = new AbortController().signal;
const send = async (url: string) =>
  sendEmail(url, await compile('1', email, 'news@hcs.example', 'https://hcs.example'), never);

test.each([true, false])(
  'with PIPELINING %s the code and the moment say what came of it',
  async (isPipelining) => {
    const talker = await startTalker(isPipelining);
    onTestFinished(() => talker[Symbol.asyncDispose]());
    expect((await send(talker.url)).outcome).toBe('sent');
    for (const [when, reply, outcome] of replies) {
      talker.says = (command) => (command === when ? reply : undefined);
      expect(await send(talker.url), `${when} ${reply}`).toMatchObject({ outcome, why: reply });
    }
  },
);
