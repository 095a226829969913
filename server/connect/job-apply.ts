import type { Transaction } from 'kysely';

import { type Application, validateApplication } from '#src/contract/application.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../error-answers.ts';
import type { Tables } from '../store/schema.ts';
import type { Submission } from './service.ts';

/** `POST job-apply`: only for a vacancy that is open. */
export const jobApply: Submission<Application> = {
  call: connectCalls.jobApply,
  validate: validateApplication,
  thanks: 'Thank you. Your application has arrived.',
  async store(trx, value, requestKey, isFlagged) {
    await refuseUnlessOpen(trx, value.job);
    await trx
      .insertInto('applications')
      .values({
        id: crypto.randomUUID(),
        ...value,
        created_at: new Date().toISOString(),
        request_key: requestKey,
        flagged: Number(isFlagged),
      })
      .execute();
  },
};

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
