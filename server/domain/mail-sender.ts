import { company } from '#src/content/company.ts';

import type { Store } from '../db/open-store.ts';
import { claimMail, type Mail, type MailSettings, nextTry, settleMail } from './mail.ts';
import { type Message, messageOf } from './mail-words.ts';

/** Hands a message on, or throws. The same id means the same message. */
export type Deliver = (id: string, message: Message, signal: AbortSignal) => Promise<unknown>;

const connectMs = 10_000;
/**
 * For a whole message, below the time for which it is claimed. Long, because a mail server that looks through a
 * message before it says that it took it would otherwise get it again and again.
 */
const messageMs = 100_000;

/** One round for each channel, so that one that hangs holds up no other; a round sends one message that is due. */
export function mailRounds(
  store: Store,
  { smtpUrl, notifyWebhook, siteUrl }: MailSettings & { siteUrl: string },
  onFailure: (failure: Pick<Mail, 'kind' | 'tries' | 'problem'>, outcome: string) => void,
): ((stopping: AbortSignal) => Promise<boolean>)[] {
  const round = (kinds: Mail['kind'][], deliver: Deliver) => async (stopping: AbortSignal) => {
    const mail = await claimMail(store, kinds);
    if (mail === undefined) return false;
    const message = await messageOf(store.db, mail, siteUrl);
    let problem: string | null = null;
    let due_at: string | null = null;
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(messageMs)]);
      if (message !== null) await deliver(mail.id, message, signal);
    } catch (error) {
      problem = problemOf(error);
      due_at = mail.kind === 'receipt' && isRefusedAddress(error) ? null : nextTry(mail);
      const { kind, tries } = mail;
      onFailure({ kind, tries, problem }, due_at === null ? 'is given up' : 'will be tried again');
    }
    await settleMail(store, mail, { due_at, problem });
    return true;
  };
  return [
    ...(smtpUrl === null
      ? []
      : [round(['sign-in', 'receipt', 'operator'], byMail(smtpUrl, new URL(siteUrl).hostname))]),
    ...(notifyWebhook === null ? [] : [round(['webhook'], byWebhook(notifyWebhook))]),
  ];
}

/** Hands a message to the mail server at `url`. */
export function byMail(url: string, host: string): Deliver {
  return async (id, { to, subject, text, html, unsubscribe }, signal) => {
    // Loaded where there is mail to send.
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: messageMs };
    return createTransport({ url, ...timeouts }).sendMail({
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

/** The field `text` is what chat services show. */
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

/** As a code, without the error's sentence, which may repeat an address. */
export function problemOf(error: unknown): string {
  const { cause, originalCode, code, name, responseCode } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return problemOf(cause);
  const known = [originalCode, code].find((one) => typeof one === 'string') ?? String(name);
  return typeof responseCode === 'number' ? `${known} ${responseCode}` : known;
}
