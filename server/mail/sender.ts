import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import type { MessageKind, PushKind } from '../store/schema.ts';
import { openChannel, stopChannel } from './channel.ts';
import * as queue from './queue.ts';
import { type Compiled, compile, connect, NotOurs, NotReached, sendMs } from './smtp.ts';
import { type Meaning, meaningOf } from './smtp-replies.ts';

type Sender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'newsletterPerHour'>;
/** For the log; contains no address. */
type Failure = { kind: MessageKind; attempts: number; problem: string };
type Round = (stopping: AbortSignal) => Promise<boolean>;
/** `said`: the mail server's words. `isOpen`: it has accepted our MAIL. */
type Result = { outcome: queue.Outcome | 'channel'; said: string | null; isOpen: boolean; failure?: unknown };
type Message = queue.Message<Exclude<MessageKind, PushKind>>;

/**
 * Returns undefined without a mail server. A round sends one message; it returns false if none was due. `connectTo`: opens the
 * connection to the mail server.
 */
export function mailRound(
  store: Store,
  { smtpUrl, mailFrom, siteUrl, newsletterPerHour: perHour }: Sender,
  kinds: queue.Kinds,
  log: (what: Failure | object, words: string) => void,
  connectTo = connect,
): Round | undefined {
  queue.registerKinds(kinds);
  if (smtpUrl === null || mailFrom === null) return undefined;

  async function hand(
    mail: Compiled,
    stopping: AbortSignal,
    isOurs: () => Promise<boolean>,
  ): Promise<Result> {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]);
    try {
      const connection = await connectTo(smtpUrl ?? '', signal);
      const said = await connection.send(mail, isOurs).finally(connection.close);
      // It was opened at the hand-over.
      return { outcome: 'sent', said, isOpen: false };
    } catch (failure) {
      const result = resultOf(failure);
      // The server is being stopped, which says nothing about the mail server.
      return stopping.aborted && result.outcome === 'channel' ? { ...result, outcome: 'silence' } : result;
    }
  }

  async function send(message: Message, stopping: AbortSignal): Promise<Result> {
    const email = await kinds[message.kind].compose(store.db, message, siteUrl);
    if ('dropped' in email) return { outcome: 'nothing', said: email.dropped, isOpen: false };
    const compiled = await compile(message.id, email, mailFrom ?? '', siteUrl);
    return hand(compiled, stopping, () =>
      store.write(async (trx) => {
        const isOurs = await queue.handOver(trx, message);
        if (isOurs) await openChannel(trx);
        return isOurs;
      }),
    );
  }

  /** Goes as far as MAIL, RCPT and DATA, to our own address, and sends nothing. */
  async function probe(stopping: AbortSignal): Promise<Result> {
    const to = /(?<![^\s<>])[^\s<>@]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0] ?? '';
    const nothing = await compile('probe', { to, subject: '', text: '' }, mailFrom ?? '', siteUrl);
    return hand(nothing, stopping, async () => false);
  }

  const record = async ({ outcome, said, isOpen, failure }: Result, message?: Message) => {
    const { state, isNewlyStopped } = await store.write(async (trx) => {
      if (isOpen) await openChannel(trx);
      if (outcome === 'channel') {
        if (message) await queue.release(trx, message);
        const isRefusal = meaningOfError(failure) !== undefined;
        return { state: undefined, isNewlyStopped: await stopChannel(trx, { isRefusal, why: said ?? '' }) };
      }
      const state = message && (await queue.settle(trx, message, outcome, said));
      return { state, isNewlyStopped: false };
    });
    if (isNewlyStopped)
      log(
        { problem: codeOfFailure(failure) },
        meaningOfError(failure) ? 'the mail server refuses our email' : 'the mail server cannot be reached',
      );
    if (failure !== undefined && message && state !== undefined)
      log(
        { kind: message.kind, attempts: message.attempts, problem: codeOfFailure(failure) },
        `a message could not be sent and ${state === 'waiting' ? 'will be retried' : 'will not be retried'}`,
      );
  };

  /** Stores a result that the store could not take, so that no email is sent twice. */
  let recordLast = async () => {};

  return async (stopping) => {
    await recordLast();
    const claim = await queue.claimMessages<Message['kind']>(store, 'email', { perHour, most: 1 });
    const { isProbe } = claim;
    const [message] = claim.messages;
    if (message === undefined) await queue.settleLeases(store, 'email');
    const result = message && (await send(message, stopping).catch(resultOf));
    if (result) {
      recordLast = () => record(result, message);
      await recordLast();
      recordLast = async () => {};
    }
    // A probe with nothing to send.
    if (isProbe && (result === undefined || result.outcome === 'nothing'))
      await record(await probe(stopping));
    return message !== undefined;
  };
}

function meaningOfError(error: unknown): Meaning | undefined {
  const { cause, command, response } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return meaningOfError(cause);
  return typeof response === 'string' ? meaningOf(String(command), response) : undefined;
}

function resultOf(failure: unknown): Result {
  const { command, code, responseCode } = Object(failure) as Record<string, unknown>;
  const isOpen = failure instanceof NotOurs || command === 'RCPT TO' || command === 'DATA';
  // nodemailer found nothing in the address that it could send.
  const isUnusable = code === 'EENVELOPE' && responseCode === undefined;
  const means = isUnusable ? 'address' : meaningOfError(failure);
  const outcome = means ?? (failure instanceof NotReached ? 'channel' : 'silence');
  return { outcome, said: replyOf(failure), isOpen, failure };
}

/** Returns the mail server's reply, which may contain an email address. Never log it. */
export function replyOf(error: unknown): string {
  const { cause, response } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return replyOf(cause);
  return typeof response === 'string' ? response.slice(0, 300) : codeOfFailure(error);
}

/** For the log; contains no address. */
function codeOfFailure(error: unknown): string {
  const { cause, originalCode, code, name, responseCode } = Object(error) as Record<string, unknown>;
  if (cause instanceof Error) return codeOfFailure(cause);
  const known = [originalCode, code].find((one) => typeof one === 'string') ?? String(name);
  return typeof responseCode === 'number' ? `${known} ${responseCode}` : known;
}
