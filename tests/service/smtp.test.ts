import { once } from 'node:events';
import { connect, createServer } from 'node:net';

import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';

import { troubleOf } from '#server/outgoing/said.ts';
import { compile, sendEmail } from '#server/outgoing/smtp.ts';

import { startMailServer } from './mail.ts';
import { ada, answered, hourMs, moveClock, openApp, until } from './store.ts';

const siteUrl = 'https://hcs.example';
const trusting = '?requireTLS=true&tls.rejectUnauthorized=false';

/** Of nobody, so that no client trusts it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnOXyL8EoI14pCjj7
FNiV4NQLByxHXNj0CUWP3T+Ar4yhRANCAATVc1iokWWXPLsPIAGw23yZtXaJr/MN
fBxrZjr9A9CzA9/gUfIEcsjKrslGGKpE4U0ckK9ZRgDUihVctQvm2IhJ
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBjDCCATOgAwIBAgIUbAgmSwnQPaIAspQjkGMlJFBsRb0wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbWFpbC5oY3MuZXhhbXBsZTAgFw0yNjExMjcxODI4MThaGA8y
MTI2MTEwMzE4MjgxOFowGzEZMBcGA1UEAwwQbWFpbC5oY3MuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNVzWKiRZZc8uw8gAbDbfJm1domv8w18HGtm
Ov0D0LMD3+BR8gRyyMquyUYYqkThTRyQr1lGANSKFVy1C+bYiEmjUzBRMB0GA1Ud
DgQWBBT4jrUdUZrlB7Ko7+UR0WwRI+HAuDAfBgNVHSMEGDAWgBT4jrUdUZrlB7Ko
7+UR0WwRI+HAuDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIAHb
WaquiIMFVMYMwd4EwJoddlTnF98fxIsOq6kFD3eaAiA395SuWxSpuaaAXtr+cyBz
Ab5YE9dcnrwg2gzCgkDDow==
-----END CERTIFICATE-----
`;

/** A mail server with an untrusted certificate and a login. */
async function startSafeServer(options: SMTPServerOptions = {}) {
  const mail = await startMailServer({
    ...{ key, cert, ...options },
    onAuth: ({ username, password }, _, done) =>
      password === 'secret' ? done(null, { user: username }) : done(new Error('Wrong password')),
  });
  onTestFinished(() => mail[Symbol.asyncDispose]());
  const urlFor = (login: string, query = trusting) => mail.url.replace('//', `//${login}@`) + query;
  return { mail, urlFor };
}

test('email is sent over STARTTLS with a login, from MAIL_FROM', async () => {
  const { mail, urlFor } = await startSafeServer();
  const MAIL_FROM = 'Zoë at HCS <zoe@hcs.example>';
  const { apply } = await openApp({ SMTP_URL: urlFor('me:secret'), MAIL_FROM });
  await answered(201, apply({ email: ada.email }));
  await until(() => expect(mail.mails).toHaveLength(1));
  expect(mail.mails).toMatchObject([{ from: 'zoe@hcs.example', isSecure: true, user: 'me' }]);
});

test('on the same machine email is sent without STARTTLS, unless the address asks for it', async () => {
  const { mail } = await startSafeServer({ authOptional: true });
  const { command } = await openApp({ SMTP_URL: mail.url });
  await command('mail-test', ada.email);
  expect(mail.mails).toMatchObject([{ isSecure: false }]);
});

test('what is wrong with the mail server is said in words that help', async () => {
  const { mail, urlFor } = await startSafeServer();
  await using tls = await startMailServer({ key, cert, secure: true });
  const said = async (url: string) => {
    const message = await compile('1', { to: ada.email, subject: 'S', text: 'T' }, 'a@hcs.example', siteUrl);
    // Nobody says anything first on a port that begins with TLS.
    const { outcome, problem } = await sendEmail(url, message, AbortSignal.timeout(5_000));
    return [outcome, troubleOf(problem)];
  };
  const secure = tls.url.replace('smtp:', 'smtps:');
  for (const [url, words] of [
    [urlFor('me:wrong'), 'refuses our login'],
    [urlFor('me:secret', '?requireTLS=true'), 'has a certificate that we cannot trust'],
    [secure, 'has a certificate that we cannot trust'],
    [tls.url, 'does not answer: if its port begins with TLS, as 465 does, use smtps://'],
    [mail.url.replace('smtp:', 'smtps:'), 'does not begin with TLS on this port: use smtp://, or port 465'],
    ['smtp://127.0.0.1:9', 'cannot be reached'],
  ] as const)
    expect(await said(url), url).toEqual(['channel', words]);
});

test('a connection survives a clock that is set while the mail server has not yet greeted', async () => {
  const { mail, urlFor } = await startSafeServer();
  const { hostname, port } = new URL(mail.url);
  const silent = createServer();
  onTestFinished(() => void silent.close());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { command } = await openApp({
    SMTP_URL: urlFor('me:secret').replace(`:${port}`, `:${Object(silent.address()).port}`),
  });
  const sent = command('mail-test', ada.email);
  const [socket] = await once(silent, 'connection');
  moveClock(hourMs);
  const upstream = connect(Number(port), hostname);
  socket.pipe(upstream).pipe(socket);
  expect(await sent).toContain('250 Taken');
});

test('mail-test sends one email and prints the reply', async () => {
  const { mail, urlFor } = await startSafeServer();
  const { command } = await openApp({ SMTP_URL: urlFor('me:secret') });
  expect(await command('mail-test', ada.email)).toBe('The mail server accepted the email: 250 Taken');
  expect(mail.mails[0]?.text).toContain(`To: ${ada.email}`);
  const { command: without } = await openApp();
  await expect(without('mail-test', ada.email)).rejects.toThrow('SMTP_URL: no mail server is set up');
});
