import type { Transaction } from 'kysely';

import { tellOfVacancy } from '../notifications/alerts.ts';
import { letApplyAgain } from '../store/erasure.ts';
import { isOpen } from '../store/on-the-site.ts';
import type { Tables } from '../store/schema.ts';

/** To be called in the transaction that changes a vacancy, with the row of before. */
export async function noteIfOpened(
  trx: Transaction<Tables>,
  id: string,
  before: Tables['vacancies'] | undefined,
): Promise<void> {
  if (before !== undefined && isOpen(before)) return;
  const vacancy = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
  if (vacancy === undefined || !isOpen(vacancy)) return;
  await letApplyAgain(trx, 'job', id);
  await tellOfVacancy(trx, vacancy);
}
