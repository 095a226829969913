import { isDeepStrictEqual } from 'node:util';

import type { Transaction } from 'kysely';

import { type Application, validateApplication } from '#src/contract/application.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../error-answers.ts';
import type { Tables } from '../store/schema.ts';
import { keyOfAnother } from './idempotency.ts';
import type { Submission } from './service.ts';

/** `POST job-apply`: only for a vacancy that is open. */
export const jobApply: Submission<Application> = {
  call: connectCalls.jobApply,
  validate: validateApplication,
  thanks: 'Thank you. Your application has arrived.',
  async store(trx, value, requestKey) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('applications')
      .values({
        id: crypto.randomUUID(),
        ...value,
        created_at: new Date().toISOString(),
        request_key: requestKey,
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) await refuseUnlessOpen(trx, value.job);
    else await refuseUnlessSame(trx, value, requestKey);
  },
};

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
    .select(['name', 'closed_at'])
    .where('id', '=', job)
    .executeTakeFirst();
  if (vacancy !== undefined && vacancy.closed_at === null) return;
  const message =
    vacancy === undefined
      ? 'We do not know this vacancy. Please choose one from the list of open vacancies.'
      : `The vacancy "${vacancy.name}" is closed. Please see whether another one suits you.`;
  throw new Refusal(422, message, { problems: [{ field: 'job', message }] });
}
