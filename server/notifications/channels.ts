import { company } from '#src/content/company.ts';

import type { Config } from '../config.ts';
import type { Message } from './messages.ts';
import type { Channel, Notification } from './queue.ts';

/** Sends one message, or throws an `Undelivered`. The same id means the same message. */
export type Deliver = (
  { id, told }: Pick<Notification, 'id' | 'told'>,
  message: Message,
  signal: AbortSignal,
) => Promise<void>;

/** What sends a message that is due; null when there is nothing to tell any more. */
export type Prepare = (row: Notification) => Promise<((signal: AbortSignal) => Promise<void>) | null>;

/** Says why in a code: what servers answer repeats the address. */
export class Undelivered extends Error {
  /** Whether the receiver does not exist, so that another try is pointless. */
  readonly isFinal: boolean;
  /** Who has the message all the same. */
  readonly told: string[];
  /** How long the receiver asks to be left alone. */
  readonly waitMs: number;

  constructor(problem: string, { isFinal = false, told = [] as string[], waitMs = 0 } = {}) {
    super(problem);
    this.isFinal = isFinal;
    this.told = told;
    this.waitMs = waitMs;
  }
}

const connectMs = 10_000;
/**
 * For a whole message, below the time for which it is claimed. Long, because a mail server that looks through a
 * message before it says that it took it would otherwise get it again and again.
 */
const messageMs = 100_000;

export function channelsOf(config: Config, patienceMs = messageMs): Partial<Record<Channel, Deliver>> {
  const { smtpUrl, notifyTo, notifyWebhook, siteUrl } = config;
  return {
    ...(smtpUrl === null
      ? {}
      : { mail: mailChannel(smtpUrl, notifyTo, new URL(siteUrl).hostname, patienceMs) }),
    ...(notifyWebhook === null ? {} : { webhook: webhookChannel(notifyWebhook, patienceMs) }),
  };
}

function mailChannel(url: string, notifyTo: string | null, host: string, patienceMs: number): Deliver {
  return async ({ id, told }, { to, subject, text }, signal) => {
    const addresses = to === null ? notYetTold(notifyTo, told) : [to];
    if (addresses.length === 0) return;
    // Loaded where there is mail to send.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: patienceMs,
    });
    try {
      const { accepted, rejectedErrors = [] } = await transport.sendMail({
        from: { name: company.name, address: company.email },
        to: addresses,
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': to === null ? 'auto-generated' : 'auto-replied' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: within(patienceMs, signal),
      });
      const [refused] = rejectedErrors;
      if (refused !== undefined) throw new Undelivered(undeliveredMail(refused).message, { told: accepted });
    } catch (error) {
      throw error instanceof Undelivered ? error : undeliveredMail(error);
    }
  };
}

/** A mail server may take a message for one of the addresses and refuse it for another. */
function notYetTold(notifyTo: string | null, told: string | null): string[] {
  const done = told?.toLowerCase().split(',') ?? [];
  const addresses = notifyTo?.split(',').map((address) => address.trim()) ?? [];
  return addresses.filter((address) => !done.includes(address.toLowerCase()));
}

function undeliveredMail(error: unknown): Undelivered {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number') return new Undelivered(problemOf(error));
  const isFinal = command === 'RCPT TO' && responseCode >= 500;
  return new Undelivered(`${problemOf(error)} ${responseCode}`, { isFinal });
}

/** Without the error's sentence, which may repeat an address. */
export function problemOf(error: unknown): string {
  const { originalCode, code, name } = Object(error) as Record<string, unknown>;
  return [originalCode, code].find((known) => typeof known === 'string') ?? String(name);
}

function within(patienceMs: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
}

/** The field `text` is what chat services show. */
function webhookChannel(url: string, patienceMs: number): Deliver {
  return async ({ id }, { text }, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ text: text.trim() }),
      signal: within(patienceMs, signal),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new Undelivered(problemOf(cause));
    });
    await response.body?.cancel();
    if (!response.ok) throw new Undelivered(`HTTP ${response.status}`);
  };
}
