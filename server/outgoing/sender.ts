import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import { openChannel, stopChannel } from './channel.ts';
import { type EmailKind, type Message, registered } from './kinds.ts';
import type { Outcome } from './next.ts';
import * as queue from './queue.ts';
import { troubleOf } from './said.ts';
import { compile, type Result, sendEmail } from './smtp.ts';

type Sender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'newsletterPerHour'>;
type Tried = Omit<Result, 'outcome'> & { outcome: Outcome };

const nothing: Tried = { outcome: 'nothing', why: '', problem: '', isHeard: false };

/**
 * Returns undefined without a mail server. A round sends one message; it returns false if none was due. `log`: gets no address.
 */
export function mailRound(
  store: Store,
  { smtpUrl, mailFrom, siteUrl, newsletterPerHour: perHour }: Sender,
  log: (what: object, words: string) => void,
  send = sendEmail,
): ((stopping: AbortSignal) => Promise<boolean>) | undefined {
  if (smtpUrl === null || mailFrom === null) return undefined;

  const deliver = async (message: Message<EmailKind>, stopping: AbortSignal): Promise<Tried> => {
    const email = await registered.kinds[message.kind].compose(store.db, message, siteUrl);
    if (email === undefined) return nothing;
    return send(smtpUrl, await compile(message.id, email, mailFrom, siteUrl), stopping);
  };

  const record = async (
    message: Message<EmailKind>,
    { outcome, why, problem, isHeard }: Tried,
    isStopping: boolean,
  ) => {
    const { state, isNewlyStopped } = await store.write(async (trx) => {
      const state = await queue.settle(trx, message, outcome, why);
      if (isHeard) await openChannel(trx);
      // Our own stop says nothing about the mail server.
      const isAboutUs = outcome === 'channel' && !isStopping;
      const tried = { problem, why, tried: message.id };
      return { state, isNewlyStopped: isAboutUs && (await stopChannel(trx, tried)) };
    });
    const { kind, attempts } = message;
    if (isNewlyStopped) log({ problem }, `the mail server ${troubleOf(problem)}`);
    else if (outcome !== 'channel' && state !== undefined && state !== 'sent')
      log(
        { kind, attempts, problem },
        `a message could not be sent and will ${state === 'waiting' ? '' : 'not '}be retried`,
      );
  };

  /** Stores a result that the store could not take, so that no email is sent twice. */
  let recordLast = async () => {};

  return async (stopping) => {
    await recordLast();
    const [message] = await queue.claimMessages<EmailKind>(store, 'email', { perHour, most: 1 });
    if (message === undefined) {
      await queue.settleLeases(store, 'email');
      return false;
    }
    const tried = await deliver(message, stopping).catch(unexpected);
    recordLast = () => record(message, tried, stopping.aborted);
    await recordLast();
    recordLast = async () => {};
    return true;
  };
}

/** The store or the program failed while it was composed. */
const unexpected = (error: unknown): Tried => ({
  outcome: 'later',
  why: 'it could not be written',
  problem: String(Object(error).code ?? Object(error).name),
  isHeard: false,
});
