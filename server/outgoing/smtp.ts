import { Readable } from 'node:stream';

import type SMTPConnection from 'nodemailer/lib/smtp-connection';

import { dayMs } from '../lib/durations.ts';
import type { Email } from './kinds.ts';

const connectMs = 30_000;
/** Shorter than a lease; long, because a mail server may scan a message before it replies, and a retry would send it twice. */
export const sendMs = 100_000;

export type Compiled = { envelope: SMTPConnection.Envelope; bytes: Buffer };
/** Connected and signed in. `isOurs`: asked once the mail server wants the body; false sends nothing. */
export type Connection = {
  send: (message: Compiled, isOurs: () => Promise<boolean>) => Promise<string>;
  close: () => void;
};

/** Thrown if the mail server cannot be reached or ends the connection before MAIL. */
export class NotReached extends Error {}
/** Thrown instead of sending the body. */
export class NotOurs extends Error {}

/** Compiles the whole message in advance, so that nothing can fail after the hand-over. */
export async function compile(id: string, email: Email, from: string, siteUrl: string): Promise<Compiled> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { unsubscribe, replyTo, ...content } = email;
  const headers = unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : replyTo
      ? {}
      : { 'Auto-Submitted': 'auto-generated' };
  const messageId = `<${id}@${new URL(siteUrl).hostname}>`;
  const isClosed = { disableFileAccess: true, disableUrlAccess: true };
  const mime = new MailComposer({ ...content, replyTo, from, messageId, headers, ...isClosed }).compile();
  return { envelope: mime.getEnvelope(), bytes: await mime.build() };
}

/** Rejects with `NotReached`. The signal ends the connection at any time. */
export async function connect(url: string, signal: AbortSignal): Promise<Connection> {
  const { default: Smtp } = await import('nodemailer/lib/smtp-connection');
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { auth, ...place } = parseConnectionUrl(url);
  // Never reached: nodemailer reads the clock, which may be set meanwhile.
  const timeouts = { connectionTimeout: dayMs, greetingTimeout: dayMs, socketTimeout: dayMs };
  const smtp = new Smtp({ ...place, ...timeouts });
  const close = () => smtp.close();
  const broken = new Promise<never>((_, reject) => {
    smtp.on('error', reject);
    // Later, because with PIPELINING nodemailer reports the connection's end before the reply that ended it.
    smtp.on('end', () => setImmediate(reject, closed()));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  broken.catch(close);
  const step = <T>(start: (done: (error?: Error | null, value?: T) => void) => void) =>
    Promise.race([
      new Promise<T | undefined>((resolve, reject) => {
        start((error, value) => (error ? reject(error) : resolve(value)));
      }),
      broken,
    ]);
  try {
    await Promise.race([step((done) => smtp.connect(done)), timeout(connectMs)]);
    if (auth && smtp.allowsAuth) await step((done) => smtp.login(auth, done));
  } catch (cause) {
    close();
    throw new NotReached('The mail server cannot be reached.', { cause });
  }
  return {
    close,
    async send({ envelope, bytes }, isOurs) {
      // nodemailer reads it only after 354.
      const body = new Readable({
        read() {
          isOurs().then(
            (isSent) => {
              if (!isSent) this.destroy(new NotOurs());
              else if (!this.destroyed) for (const part of [bytes, null]) this.push(part);
            },
            (error: Error) => this.destroy(error),
          );
        },
      });
      const info = await step<SMTPConnection.SentMessageInfo>((done) =>
        smtp.send(envelope, body, done),
      ).catch((error: unknown) => {
        throw repliedIn(envelope) ?? error;
      });
      return info?.response ?? '';
    },
  };
}

const timeout = (ms: number) =>
  new Promise<never>((_, reject) => {
    const signal = AbortSignal.timeout(ms);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const closed = () =>
  Object.assign(new Error('The mail server closed the connection.'), { code: 'connection closed' });

/** With PIPELINING, nodemailer forgets the replies to MAIL and RCPT if the connection ends before the one to DATA. */
function repliedIn(envelope: SMTPConnection.Envelope): Error | undefined {
  const { mailError, rejectedErrors = [] } = Object(envelope) as {
    mailError?: Error;
    rejectedErrors?: Error[];
  };
  return mailError ?? rejectedErrors[0];
}
