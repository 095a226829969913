import type { Config } from '../config.ts';
import { noteReached, noteSilence } from '../store/facts.ts';
import type { Store } from '../store/open-store.ts';
import type { MessageKind } from '../store/schema.ts';
import {
  claimMessage,
  handOver,
  type Kinds,
  type Message,
  type Outcome,
  settle,
  settleLeases,
} from './queue.ts';
import { type Connection, compile, connect, NotReached, sendMs } from './smtp.ts';

type Sender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'newsletterPerHour'>;
/** For the log; contains no address. */
type Failure = { kind: MessageKind; attempts: number; problem: string };
type Round = (stopping: AbortSignal) => Promise<boolean>;

/** Returns undefined without a mail server. A round sends one message; it returns false if none was due. */
export function mailRound(
  store: Store,
  { smtpUrl, mailFrom, siteUrl, newsletterPerHour }: Sender,
  kinds: Kinds,
  log: (what: Failure | object, words: string) => void,
): Round | undefined {
  if (smtpUrl === null || mailFrom === null) return undefined;

  async function send(message: Message, stopping: AbortSignal): Promise<Outcome> {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]);
    const email = await kinds[message.kind].compose(store.db, message, siteUrl);
    if ('dropped' in email) {
      message.why = email.dropped;
      return 'nothing';
    }
    const compiled = await compile(message.id, email, mailFrom ?? '', siteUrl);
    const connection: Connection = await connect(smtpUrl ?? '', signal);
    try {
      const isOurs = await store.write(async (trx) => {
        await noteReached(trx);
        return handOver(trx, message);
      });
      if (isOurs) await connection.send(compiled);
      return isOurs ? 'sent' : 'silence';
    } finally {
      connection.close();
    }
  }

  return async (stopping) => {
    await settleLeases(store, kinds);
    const message = await claimMessage(store, newsletterPerHour);
    if (message === undefined) return false;
    let failure: unknown;
    const outcome = await send(message, stopping).catch((error: unknown) => {
      failure = error;
      return outcomeOf(error);
    });
    const said = failure === undefined ? message.why : replyOf(failure);
    const { state, isNewlySilent } = await store.write(async (trx) => ({
      isNewlySilent: failure instanceof NotReached && (await noteSilence(trx)),
      state: await settle(trx, kinds, message, outcome, said),
    }));
    if (isNewlySilent) log({}, 'the mail server cannot be reached');
    if (failure !== undefined && state !== undefined)
      log(
        { kind: message.kind, attempts: message.attempts, problem: codeOfFailure(failure) },
        `a message could not be sent and ${state === 'waiting' ? 'will be retried' : 'will not be retried'}`,
      );
    return true;
  };
}

/** RFC 3463: no such mailbox, host or address; mailbox disabled or full. */
const unknownAddress = /^5\d\d[ -]5\.(?:1\.(?:1|2|6|10)|2\.[12])\b/;

function outcomeOf(error: unknown): Outcome {
  const { command, responseCode, response } = Object(error) as Record<string, unknown>;
  const isReply = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(String(command)) && Number(responseCode) > 0;
  if (!isReply) return 'silence';
  if (Number(responseCode) < 500) return 'later';
  return command !== 'MAIL FROM' && unknownAddress.test(String(response)) ? 'unknown' : 'refused';
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
