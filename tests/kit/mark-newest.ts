import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import type { ApplicationState } from '#src/contract/application-status.ts';

/** Sets the newest application's status and the message to the applicant, as the company would. */
export function markNewest(dataDir: string, state: ApplicationState, note: string | null = null) {
  return change(readConfig({ DATA_DIR: dataDir }), async (trx) => {
    const newest = trx.selectFrom('applications').select('id').orderBy('created_at', 'desc').limit(1);
    await trx
      .updateTable('applications')
      .set({ state, message_to_applicant: note })
      .where('id', 'in', newest)
      .execute();
  });
}
