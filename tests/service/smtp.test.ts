import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';

import { ada, answered, openApp, until } from './store.ts';

type Got = { from: string; isSecure: boolean; user: unknown; text: string };

/** A mail server with a certificate that nobody trusts, and a login. */
async function startSmtp(answers: { refuse?: string } = {}) {
  const got: Got[] = [];
  const server = new SMTPServer({
    onAuth: ({ username, password }, _, done) =>
      password === 'secret' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo: (_, __, done) =>
      done(answers.refuse ? Object.assign(new Error(answers.refuse), { responseCode: 554 }) : null),
    onData(stream, { envelope, secure, user }, done) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      buffer(stream).then((text) => {
        got.push({ from, isSecure: secure, user, text: String(text) });
        done(null, '2.0.0 Queued as 7');
      }, done);
    },
  });
  // The client ends the connection where it does not trust the certificate.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const url = (login: string, query = '') => `smtp://${login}@127.0.0.1:${port}${query}`;
  return { got, url };
}

const trusting = '?requireTLS=true&tls.rejectUnauthorized=false';

test('email goes by STARTTLS with a login, from MAIL_FROM, and names keep their letters', async () => {
  const smtp = await startSmtp();
  const MAIL_FROM = 'Zoë at HCS <zoe@hcs.example>';
  const { apply, publish } = await openApp({ SMTP_URL: smtp.url('me:secret', trusting), MAIL_FROM });
  const vacancy = '---\nname: Ingénieur réseau à Chisamba\ntype: full-time\n---\nText';
  await publish(vacancy, 'vacancy', 'open');
  await answered(201, apply({ email: ada.email }));
  await until(() => expect(smtp.got).toHaveLength(1));
  const [mail] = smtp.got;
  expect(mail).toMatchObject({ from: 'zoe@hcs.example', isSecure: true, user: 'me' });
  const encoded = [...(mail?.text ?? '').matchAll(/=\?UTF-8\?([QB])\?([^?]+)\?=/gi)].map(
    ([, kind, text = '']) =>
      kind?.toUpperCase() === 'B'
        ? String(Buffer.from(text, 'base64'))
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
  );
  expect(encoded.join('')).toContain('Zoë at HCS');
  expect(encoded.join('')).toContain('Ingénieur réseau à Chisamba');
});

test.each([
  ['a certificate that is not trusted', 'me:secret', '', {}, /CERT_HAS_EXPIRED|SELF_SIGNED/],
  ['a wrong login', 'me:wrong', trusting, {}, /535/],
  [
    'a relay that denies',
    'me:secret',
    trusting,
    { refuse: 'Relay access denied' },
    /554 Relay access denied/,
  ],
])('mail-test tells of %s', async (_, login, query, answers, told) => {
  const smtp = await startSmtp(answers);
  const { command } = await openApp({ SMTP_URL: smtp.url(login, query) });
  const failure = await command('mail-test', ada.email).then(String, (error: Error) => error.message);
  expect(failure).toMatch(/^SMTP_URL: the mail server did not accept it: /);
  expect(failure).toMatch(told);
  expect(smtp.got).toEqual([]);
});

test('mail-test sends one email and prints the answer', async () => {
  const smtp = await startSmtp();
  const { command } = await openApp({ SMTP_URL: smtp.url('me:secret', trusting) });
  expect(await command('mail-test', ada.email)).toBe('The mail server accepted it: 250 2.0.0 Queued as 7');
  expect(smtp.got[0]?.text).toContain(`To: ${ada.email}`);
  const { command: without } = await openApp();
  await expect(without('mail-test', ada.email)).rejects.toThrow('SMTP_URL: no mail server is set');
});
