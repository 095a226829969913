import { company } from '#src/content/company.ts';

import type { Store } from '../db/open-store.ts';
import { claimMail, type Mail, type MailSettings, settleMail } from './mail.ts';
import { type Message, messageOf } from './mail-words.ts';

/** The same id means the same message. */
export type Deliver = (id: string, message: Message, signal: AbortSignal) => Promise<unknown>;

const connectMs = 10_000;
/** Shorter than a claim. Long, because a mail server may scan before it answers; aborting would send it twice. */
export const sendMs = 100_000;

/** Returns one function per channel, so that a slow one delays no other. Each call sends one message. */
export function mailRounds(
  store: Store,
  { smtpUrl, notifyWebhook, siteUrl }: MailSettings & { siteUrl: string },
  onFailure: (failure: Pick<Mail, 'kind' | 'tries' | 'problem'>, outcome: string) => void,
): ((stopping: AbortSignal) => Promise<boolean>)[] {
  const round = (kinds: Mail['kind'][], deliver: Deliver) => async (stopping: AbortSignal) => {
    const mail = await claimMail(store, kinds);
    if (mail === undefined) return false;
    const message = await messageOf(store.db, mail, siteUrl);
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]);
    let problem: string | null = null;
    let mayRetry = true;
    try {
      if (message !== null) await deliver(mail.id, message, signal);
    } catch (error) {
      problem = problemOf(error);
      mayRetry = mail.kind !== 'receipt' || !isRefusedAddress(error);
    }
    const willRetry = await settleMail(store, mail, problem, mayRetry);
    const outcome = willRetry ? 'will be retried' : 'will not be retried';
    if (problem !== null) onFailure({ kind: mail.kind, tries: mail.tries, problem }, outcome);
    return true;
  };
  return [
    ...(smtpUrl === null
      ? []
      : [round(['sign-in', 'receipt', 'operator'], byMail(smtpUrl, new URL(siteUrl).hostname))]),
    ...(notifyWebhook === null ? [] : [round(['webhook'], byWebhook(notifyWebhook))]),
  ];
}

export function byMail(url: string, host: string): Deliver {
  return async (id, { to, subject, text, html, unsubscribe }, signal) => {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: sendMs };
    const transport = createTransport({ url, ...timeouts });
    // While a message is sent, a lost connection does not tell whether it was taken: ask before it.
    if (unsubscribe) await transport.verify().catch(notReached);
    return transport.sendMail({
      from: { name: company.name, address: company.email },
      to,
      subject,
      text,
      html,
      messageId: `<${id}@${host}>`,
      headers: unsubscribe
        ? {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
  };
}

/** Thrown before anything of a message was sent. */
export class NotReached extends Error {}

function notReached(cause: unknown): never {
  throw new NotReached('The mail server does not answer.', { cause });
}

/** Chat services display the field `text`. */
function byWebhook(url: string): Deliver {
  return async (id, { text }, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ text: text.trim() }),
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw Object.assign(new Error(), { code: `HTTP ${response.status}` });
  };
}

/** The address does not exist, as far as the mail server knows. */
export function isRefusedAddress(error: unknown): boolean {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  return command === 'RCPT TO' && Number(responseCode) >= 500;
}

/** Returns a code: the error's message may contain an address. */
function problemOf(error: unknown): string {
  const { cause, originalCode, code, name, responseCode } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return problemOf(cause);
  const known = [originalCode, code].find((one) => typeof one === 'string') ?? String(name);
  return typeof responseCode === 'number' ? `${known} ${responseCode}` : known;
}
