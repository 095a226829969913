import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import type { MessageKind, PushKind } from '../store/schema.ts';
import { openChannel, stopChannel } from './channel.ts';
import { type Message, registeredKinds } from './kinds.ts';
import type { Outcome } from './next.ts';
import * as queue from './queue.ts';
import { troubleOf } from './said.ts';
import { compile, type Result, sendEmail } from './smtp.ts';

type Sender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'newsletterPerHour'>;
type EmailMessage = Message<Exclude<MessageKind, PushKind>>;
type Tried = Omit<Result, 'outcome'> & { outcome: Outcome };

const nothing: Tried = { outcome: 'nothing', why: '', problem: '' };

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

  const deliver = async (message: EmailMessage, stopping: AbortSignal): Promise<Tried> => {
    const email = await registeredKinds().kinds[message.kind].compose(store.db, message, siteUrl);
    if (email === undefined) return nothing;
    return send(smtpUrl, await compile(message.id, email, mailFrom, siteUrl), stopping);
  };

  const record = async ({ outcome, why, problem }: Tried, message: EmailMessage, isStopping: boolean) => {
    const { state, isNewlyStopped } = await store.write(async (trx) => {
      const state = await queue.settle(trx, message, outcome, why);
      if (outcome !== 'channel' && outcome !== 'nothing') await openChannel(trx);
      // Our own stop says nothing about the mail server.
      const isAboutUs = outcome === 'channel' && !isStopping;
      const tried = { problem, why, tried: message.id };
      return { state, isNewlyStopped: isAboutUs && (await stopChannel(trx, tried)) };
    });
    if (isNewlyStopped) log({ problem }, `the mail server ${troubleOf(problem)}`);
    else if (outcome !== 'channel' && state !== undefined && state !== 'sent')
      log(
        { kind: message.kind, attempts: message.attempts, problem },
        `a message could not be sent and will ${state === 'waiting' ? '' : 'not '}be retried`,
      );
  };

  /** Stores a result that the store could not take, so that no email is sent twice. */
  let recordLast = async () => {};

  return async (stopping) => {
    await recordLast();
    const [message] = await queue.claimMessages<EmailMessage['kind']>(store, 'email', { perHour, most: 1 });
    if (message === undefined) await queue.settleLeases(store, 'email');
    else {
      const tried = await deliver(message, stopping).catch(unexpected);
      recordLast = () => record(tried, message, stopping.aborted);
      await recordLast();
      recordLast = async () => {};
    }
    return message !== undefined;
  };
}

/** The store or the program failed while it was composed. */
const unexpected = (error: unknown): Tried => ({
  outcome: 'later',
  why: 'it could not be written',
  problem: String(Object(error).code ?? Object(error).name),
});
