import type { Transaction } from 'kysely';

import { isOpen } from '../store/on-the-site.ts';
import type { Tables } from '../store/schema.ts';
import { notification } from './queue.ts';

const dayMs = 24 * 60 * 60_000;
/** A vacancy that was closed by mistake and is open again is no news. */
const isNewsAgainAfter = 7 * dayMs;
/** A statement may have only so many parameters. */
const rowsAtOnce = 500;

/** For every address that wants it a message waits from now on. To be called in the transaction that opens the vacancy. */
export async function tellOfVacancy(trx: Transaction<Tables>, id: string): Promise<void> {
  const vacancy = await trx.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirst();
  if (vacancy === undefined || !isOpen(vacancy)) return;
  const now = Date.now();
  if (vacancy.told_at !== null && now - Date.parse(vacancy.told_at) < isNewsAgainAfter) return;
  const told_at = new Date(now).toISOString();
  await trx.updateTable('vacancies').set({ told_at }).where('id', '=', id).execute();
  const alerts = await trx.selectFrom('alerts').select(['endpoint', 'kinds']).execute();
  const rows = alerts
    .filter(({ kinds }) => isWanted(vacancy.type, JSON.parse(kinds) as string[]))
    .map(({ endpoint }) => notification('push', 'vacancy', { vacancy: id, alert: endpoint }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await trx
      .insertInto('outgoing')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}

function isWanted(type: string, kinds: string[]): boolean {
  return kinds.length === 0 || kinds.includes(type.toLowerCase());
}
