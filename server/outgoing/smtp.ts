import { Readable } from 'node:stream';

import type SMTPConnection from 'nodemailer/lib/smtp-connection';

import { dayMs } from '../lib/durations.ts';
import type { Email } from './kinds.ts';
import type { Outcome } from './next.ts';

/** Shorter than a lease; long, because a mail server may scan a message before it replies, and a retry would send it twice. */
const sendMs = 100_000;

export type Compiled = { envelope: SMTPConnection.Envelope; bytes: Buffer };
/**
 * `why`: the mail server's reply, which may contain an address, or an error's code. `problem`: for the log. `isHeard`: our
 * MAIL was accepted.
 */
export type Result = {
  outcome: Exclude<Outcome, 'nothing'>;
  why: string;
  problem: string;
  isHeard: boolean;
};

/** Compiles the whole message in advance, so that nothing can fail while it is being sent. */
export async function compile(id: string, email: Email, from: string, siteUrl: string): Promise<Compiled> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { unsubscribe, replyTo, thread, ...content } = email;
  const { hostname } = new URL(siteUrl);
  const headers = {
    ...(replyTo ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
  const messageId = `<${id}@${hostname}>`;
  const references = thread ? `<${thread}.thread@${hostname}>` : undefined;
  const mime = new MailComposer({ ...content, replyTo, references, from, messageId, headers }).compile();
  return { envelope: mime.getEnvelope(), bytes: await mime.build() };
}

/** STARTTLS on the same machine protects nothing, and its certificate is often nobody's. */
const isLoopback = (url: string) =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url.replace(/^smtps?:/, 'http:')).hostname);

/** Never rejects. `stopping` ends the connection at any time. */
export async function sendEmail(
  url: string,
  { envelope, bytes }: Compiled,
  stopping: AbortSignal,
): Promise<Result> {
  const { default: Smtp } = await import('nodemailer/lib/smtp-connection');
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { auth, ...place } = parseConnectionUrl(url);
  // Never reached: nodemailer reads the clock, which may be set meanwhile.
  const timeouts = { connectionTimeout: dayMs, greetingTimeout: dayMs, socketTimeout: dayMs };
  const smtp = new Smtp({ ignoreTLS: isLoopback(url), ...place, ...timeouts });
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]);
  const broken = new Promise<never>((_, reject) => {
    smtp.on('error', reject);
    // Later, because with PIPELINING nodemailer reports the connection's end before the reply that ended it.
    smtp.on('end', () => setImmediate(reject, Object.assign(new Error(), { code: 'connection closed' })));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const step = <T>(start: (done: (error?: Error | null, value?: T) => void) => void) =>
    new Promise<T | undefined>((resolve, reject) => {
      start((error, value) => (error ? reject(error) : resolve(value)));
    });
  let isTextAsked = false;
  // nodemailer reads it only after 354.
  const text = new Readable({
    read() {
      isTextAsked = true;
      for (const part of [bytes, null]) this.push(part);
    },
  });
  let lastBefore: unknown;
  const talk = async () => {
    await step((done) => smtp.connect(done));
    if (auth && smtp.allowsAuth) await step((done) => smtp.login(auth, done));
    lastBefore = smtp.lastServerResponse;
    return step<SMTPConnection.SentMessageInfo>((done) => smtp.send(envelope, text, done));
  };
  try {
    const info = await Promise.race([talk(), broken]);
    return { outcome: 'sent', why: info?.response ?? '', problem: '', isHeard: true };
  } catch (error) {
    // With PIPELINING, nodemailer forgets the replies to MAIL and RCPT if the connection ends before the one to DATA.
    const { mailError, rejectedErrors = [] } = Object(envelope) as Record<'mailError', Error | undefined> &
      Record<'rejectedErrors', Error[] | undefined>;
    const isHeard = lastBefore !== undefined && !mailError && smtp.lastServerResponse !== lastBefore;
    return resultOf(mailError ?? rejectedErrors[0] ?? error, isHeard, isTextAsked);
  } finally {
    smtp.close();
  }
}

function resultOf(error: unknown, isHeard: boolean, isTextAsked: boolean): Result {
  const { originalCode, code, name, response, responseCode } = Object(error) as Record<string, unknown>;
  const known = [originalCode, code].find((one) => typeof one === 'string') ?? String(name);
  const problem = typeof responseCode === 'number' ? `${known} ${responseCode}` : known;
  const isReply = typeof response === 'string' && response !== '';
  const why = isReply ? response.slice(0, 300) : problem;
  const result = { why, problem, isHeard };
  // nodemailer found nothing in the address that it could send.
  if (code === 'EENVELOPE' && responseCode === undefined) return { ...result, outcome: 'refused' };
  if (!isHeard) return { ...result, outcome: 'channel' };
  if (isReply) return { ...result, outcome: response.startsWith('5') ? 'refused' : 'later' };
  return { ...result, outcome: isTextAsked ? 'silent' : 'later' };
}
