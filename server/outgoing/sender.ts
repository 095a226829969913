import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import type { MessageKind, PushKind } from '../store/schema.ts';
import { openChannel, postponeProbe, stopChannel } from './channel.ts';
import { type Message, registeredKinds } from './kinds.ts';
import * as queue from './queue.ts';
import { compile, connect, NotOurs, NotReached, sendMs } from './smtp.ts';
import { type Meaning, meaningOf } from './smtp-replies.ts';

type Sender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'newsletterPerHour'>;
/** `said`: the mail server's words. `isOpen`: it has accepted our MAIL. `released`: the message may not leave any more. */
type Result = {
  outcome: queue.Outcome | 'channel' | 'released';
  said: string | null;
  isOpen: boolean;
  failure?: unknown;
};
type EmailMessage = Message<Exclude<MessageKind, PushKind>>;

/**
 * Returns undefined without a mail server. A round sends one message; it returns false if none was due. `log`: gets no address.
 * `connectTo`: opens the connection to the mail server.
 */
export function mailRound(
  store: Store,
  { smtpUrl, mailFrom, siteUrl, newsletterPerHour: perHour }: Sender,
  log: (what: object, words: string) => void,
  connectTo = connect,
): ((stopping: AbortSignal) => Promise<boolean>) | undefined {
  if (smtpUrl === null || mailFrom === null) return undefined;

  async function send(message: EmailMessage, stopping: AbortSignal): Promise<Result> {
    const email = await registeredKinds()[message.kind].compose(store.db, message, siteUrl);
    if ('dropped' in email) return { outcome: 'nothing', said: email.dropped, isOpen: false };
    const compiled = await compile(message.id, email, mailFrom ?? '', siteUrl);
    const isOurs = () =>
      store.write(async (trx) => {
        const isHandedOver = await queue.handOver(trx, message);
        if (isHandedOver) await openChannel(trx);
        return isHandedOver;
      });
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]);
      const connection = await connectTo(smtpUrl ?? '', signal);
      const said = await connection.send(compiled, isOurs).finally(connection.close);
      // It was opened at the hand-over.
      return { outcome: 'sent', said, isOpen: false };
    } catch (failure) {
      const result = resultOf(failure);
      // The server is being stopped, which says nothing about the mail server.
      return stopping.aborted && result.outcome === 'channel' ? { ...result, outcome: 'silence' } : result;
    }
  }

  const record = async ({ outcome, said, isOpen, failure }: Result, message: EmailMessage) => {
    const { state, isNewlyStopped = false } = await store.write(async (trx) => {
      if (isOpen) await openChannel(trx);
      // It was not tried.
      if (outcome === 'nothing') await postponeProbe(trx, 0);
      if (outcome !== 'channel' && outcome !== 'released')
        return { state: await queue.settle(trx, message, outcome, said) };
      await queue.release(trx, message);
      const why = { isRefusal: meaningOfError(failure) !== undefined, why: said ?? '' };
      return { isNewlyStopped: outcome === 'channel' && (await stopChannel(trx, why)) };
    });
    if (isNewlyStopped)
      log(
        { problem: codeOfFailure(failure) },
        meaningOfError(failure) ? 'the mail server refuses our email' : 'the mail server cannot be reached',
      );
    if (failure !== undefined && state !== undefined)
      log(
        { kind: message.kind, attempts: message.attempts, problem: codeOfFailure(failure) },
        `a message could not be sent and ${state === 'waiting' ? 'will be retried' : 'will not be retried'}`,
      );
  };

  /** Stores a result that the store could not take, so that no email is sent twice. */
  let recordLast = async () => {};

  return async (stopping) => {
    await recordLast();
    const [message] = await queue.claimMessages<EmailMessage['kind']>(store, 'email', { perHour, most: 1 });
    if (message === undefined) await queue.settleLeases(store, 'email');
    const result = message && (await send(message, stopping).catch(resultOf));
    if (result) {
      recordLast = () => record(result, message);
      await recordLast();
      recordLast = async () => {};
    }
    return message !== undefined;
  };
}

/** An error without those that wrap it; nodemailer's have a command and the mail server's reply. */
function rootOf(error: unknown): Record<string, unknown> {
  const own = Object(error) as Record<string, unknown>;
  return own.cause instanceof Error ? rootOf(own.cause) : own;
}

function meaningOfError(error: unknown): Meaning | undefined {
  const { command, response } = rootOf(error);
  return typeof response === 'string' ? meaningOf(String(command), response) : undefined;
}

function resultOf(failure: unknown): Result {
  const { command, code, responseCode } = rootOf(failure);
  const isReleased = failure instanceof NotOurs;
  const isOpen = isReleased || command === 'RCPT TO' || command === 'DATA';
  // nodemailer found nothing in the address that it could send.
  const isUnusable = code === 'EENVELOPE' && responseCode === undefined;
  const means = isUnusable ? 'address' : meaningOfError(failure);
  const otherwise = failure instanceof NotReached ? 'channel' : 'silence';
  return { outcome: isReleased ? 'released' : (means ?? otherwise), said: replyOf(failure), isOpen, failure };
}

/** Returns the mail server's reply, which may contain an email address. Never log it. */
export function replyOf(error: unknown): string {
  const { response } = rootOf(error);
  return typeof response === 'string' ? response.slice(0, 300) : codeOfFailure(error);
}

/** For the log; contains no address. */
function codeOfFailure(error: unknown): string {
  const { originalCode, code, name, responseCode } = rootOf(error);
  const known = [originalCode, code].find((one) => typeof one === 'string') ?? String(name);
  return typeof responseCode === 'number' ? `${known} ${responseCode}` : known;
}
