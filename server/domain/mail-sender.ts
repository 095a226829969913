import { company } from '#src/content/company.ts';

import type { Store } from '../db/open-store.ts';
import { claimMail, finishMail, type Mail, type MailSettings, postponeMail } from './mail.ts';
import { type Message, messageOf } from './mail-words.ts';

/** Hands a message on, or throws. The same id means the same message. */
export type Deliver = (id: string, message: Message, signal: AbortSignal) => Promise<void>;

const connectMs = 10_000;
/**
 * For a whole message, below the time for which it is claimed. Long, because a mail server that looks through a
 * message before it says that it took it would otherwise get it again and again.
 */
const messageMs = 100_000;

type Failure = { kind: Mail['kind']; tries: number; problem: string };

/** One round for each channel, so that one that hangs holds up no other; a round sends one message that is due. */
export function mailRounds(
  store: Store,
  settings: MailSettings & { siteUrl: string },
  onFailure: (failure: Failure, outcome: string) => void,
): ((stopping: AbortSignal) => Promise<boolean>)[] {
  const { smtpUrl, notifyWebhook, siteUrl } = settings;
  const round = (kinds: Mail['kind'][], deliver: Deliver) => async (stopping: AbortSignal) => {
    const mail = await claimMail(store, kinds);
    if (mail === undefined) return false;
    const message = await messageOf(store.db, mail);
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(messageMs)]);
      if (message !== null) await deliver(mail.id, message, signal);
    } catch (error) {
      const problem = problemOf(error);
      const goesOn = await postponeMail(store, mail, { problem, isRefused: isRefusedAddress(error) });
      const { kind, tries } = mail;
      onFailure({ kind, tries, problem }, goesOn ? 'will be tried again' : 'is given up');
      return true;
    }
    await finishMail(store, mail);
    return true;
  };
  return [
    ...(smtpUrl === null ? [] : [round(['receipt', 'operator'], byMail(smtpUrl, new URL(siteUrl).hostname))]),
    ...(notifyWebhook === null ? [] : [round(['webhook'], byWebhook(notifyWebhook))]),
  ];
}

function byMail(url: string, host: string): Deliver {
  return async (id, { to, subject, text }, signal) => {
    // Loaded where there is mail to send.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: messageMs,
    });
    await transport.sendMail({
      from: { name: company.name, address: company.email },
      to,
      subject,
      text,
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
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
function isRefusedAddress(error: unknown): boolean {
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
