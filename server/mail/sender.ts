import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import type { Message } from './plain-mail.ts';
import { claimMail, type Kinds, type MailKind, mailRules, type Outcome, settleMail } from './queue.ts';

/** The same id means the same message. Resolves to the server's reply. */
export type Deliver = (id: string, message: Message, signal: AbortSignal) => Promise<string>;

type Server = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl'>;
type Sender = Server & Pick<Config, 'newsletterPerHour'>;

type Failure = { kind: MailKind; tries: number; problem: string };

const connectMs = 10_000;
/** Shorter than a claim. Long, because a mail server may scan before it answers; aborting would send it twice. */
const sendMs = 100_000;

/** Returns a function that sends one message; undefined without a mail server. */
export function mailRound(
  store: Store,
  sender: Sender,
  kinds: Kinds,
  onFailure: (failure: Failure, outcome: string) => void,
): ((stopping: AbortSignal) => Promise<boolean>) | undefined {
  const deliver = emailOf(sender);
  if (deliver === null) return undefined;
  return async (stopping) => {
    const mail = await claimMail(store, sender.newsletterPerHour);
    if (mail === undefined) return false;
    const isOnceOnly = mailRules[mail.kind].afterLease === 'perhaps';
    const message = await kinds[mail.kind].compose(store.db, mail, sender.siteUrl);
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]);
    let outcome: Outcome = 'sent';
    let failure: unknown;
    try {
      if (message !== null) await deliver(mail.id, { ...message, isOnceOnly }, signal);
    } catch (error) {
      failure = error;
      outcome = outcomeOf(error);
    }
    if (failure !== undefined && isOnceOnly && !isNotTaken(failure)) return true;
    const answer = failure === undefined ? null : answerOf(failure);
    const settled = await store.write(async (trx) => {
      const result = await settleMail(trx, mail, outcome, answer);
      if (result) await kinds[mail.kind].onEnd?.(trx, mail, outcome, answer ?? '');
      return result;
    });
    if (failure !== undefined && settled)
      onFailure(
        { kind: mail.kind, tries: mail.tries, problem: codeOfFailure(failure) },
        settled.willRetry ? 'will be retried' : 'will not be retried',
      );
    return true;
  };
}

/** Null without a mail server. */
export function emailOf({ smtpUrl, mailFrom, siteUrl }: Server) {
  if (smtpUrl === null || mailFrom === null) return null;
  const host = new URL(siteUrl).hostname;
  const deliver: Deliver = async (id, { unsubscribe, isOnceOnly, ...message }, signal) => {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: sendMs };
    const transport = createTransport({ url: smtpUrl, ...timeouts });
    // Connect first: a connection lost while sending does not tell whether the message was accepted.
    if (isOnceOnly) await transport.verify().catch(notReached);
    const { response } = await transport.sendMail({
      ...message,
      from: mailFrom,
      messageId: `<${id}@${host}>`,
      headers: unsubscribe
        ? {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : message.replyTo
          ? {}
          : { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
    return String(response);
  };
  return deliver;
}

/** Thrown before any part of a message is sent. */
class NotReached extends Error {}

function notReached(cause: unknown): never {
  throw new NotReached('The mail server does not answer.', { cause });
}

/** RFC 3463: no such mailbox, host or address; mailbox disabled or full. */
const unknownAddress = /^5\d\d[ -]5\.(?:1\.(?:1|2|6|10)|2\.[12])\b/;

function outcomeOf(error: unknown): Outcome {
  const { command, responseCode, response } = Object(error) as Record<string, unknown>;
  const isOfMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(String(command));
  if (!isOfMessage || Number(responseCode) < 500) return 'later';
  return command !== 'MAIL FROM' && unknownAddress.test(String(response)) ? 'unknown' : 'refused';
}

/** True if the mail server certainly did not accept the message: it said so, or was not reached. */
function isNotTaken(error: unknown): boolean {
  return error instanceof NotReached || typeof Object(error).responseCode === 'number';
}

/** The mail server's own words, which may name an address. Never log them. */
export function answerOf(error: unknown): string {
  const { cause, response } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return answerOf(cause);
  return typeof response === 'string' ? response.slice(0, 300) : codeOfFailure(error);
}

/** For the log; contains no address. */
function codeOfFailure(error: unknown): string {
  const { cause, originalCode, code, name, responseCode } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return codeOfFailure(cause);
  const known = [originalCode, code].find((one) => typeof one === 'string') ?? String(name);
  return typeof responseCode === 'number' ? `${known} ${responseCode}` : known;
}
