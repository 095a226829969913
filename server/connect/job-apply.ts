import { isDeepStrictEqual } from 'node:util';

import type { Transaction } from 'kysely';

import { type Application, validateApplication } from '#src/contract/application.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../http/error-answers.ts';
import { spokenEnd } from '../lusaka-time.ts';
import { notifyOfApplication, type Recipients } from '../notifications/queue.ts';
import { hashOf, secretFor } from '../store/application-secret.ts';
import { isOpen } from '../store/on-the-site.ts';
import { arrivalTime } from '../store/retention.ts';
import type { Tables } from '../store/schema.ts';
import { keyOfAnother } from './idempotency.ts';
import type { Submission } from './service.ts';

/** Whoever sends the same text under another key is its sender in a second tab for so long; later it may be anybody. */
const sameSenderMs = 60 * 60_000;

/** `POST job-apply`: only for a vacancy that is open. */
export function jobApply(recipients: Recipients): Submission<Application> {
  return {
    call: connectCalls.jobApply,
    isContent: true,
    validate: validateApplication,
    thanks: 'Thank you. Your application has arrived.',
    async store(trx, value, requestKey, isFlagged) {
      const id = crypto.randomUUID();
      const secret_hash = hashOf(await secretFor(trx, id));
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('applications')
        .values({
          id,
          ...value,
          created_at: await arrivalTime(trx),
          request_key: requestKey,
          flagged: Number(isFlagged),
          secret_hash,
        })
        .onConflict((conflict) => conflict.column('request_key').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return refuseUnlessSame(trx, value, requestKey);
      await refuseUnlessOpen(trx, value.job);
      await notifyOfApplication(trx, recipients, { id, email: value.email, isFlagged });
    },
    async more(trx, requestKey, isOwn) {
      const sent = trx.selectFrom('applications').select(['id', 'secret_hash', 'created_at']);
      const row = await sent.where('request_key', '=', requestKey).executeTakeFirst();
      // Withdrawn since, or from before there were secrets.
      if (row === undefined || row.secret_hash === null) return {};
      const age = Date.parse(await arrivalTime(trx)) - Date.parse(row.created_at);
      return isOwn || age <= sameSenderMs ? { secret: await secretFor(trx, row.id) } : {};
    },
  };
}

/** An application is kept for longer than the answer to it: a very late repeat finds it stored. */
async function refuseUnlessSame(trx: Transaction<Tables>, value: Application, requestKey: string) {
  const stored = await trx
    .selectFrom('applications')
    .select(['name', 'email', 'mobile', 'description', 'job', 'profile'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (!isDeepStrictEqual({ ...stored }, value)) throw keyOfAnother();
}

async function refuseUnlessOpen(trx: Transaction<Tables>, job: string): Promise<void> {
  const vacancy = await trx
    .selectFrom('vacancies')
    .select(['name', 'closed_at', 'closes_at'])
    .where('id', '=', job)
    .executeTakeFirst();
  if (vacancy !== undefined && isOpen(vacancy)) return;
  const message =
    vacancy === undefined
      ? 'We do not know this vacancy. Please choose one from the list of open vacancies.'
      : `The vacancy "${vacancy.name}" is closed${sinceWhen(vacancy)}. Please see whether another one suits you.`;
  throw new Refusal(422, message, { problems: [{ field: 'job', message }] });
}

function sinceWhen({ closed_at, closes_at }: Pick<Tables['vacancies'], 'closed_at' | 'closes_at'>): string {
  return closed_at === null && closes_at !== null ? ` since ${spokenEnd(new Date(closes_at))} in Lusaka` : '';
}
