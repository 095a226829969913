import { markApplication } from '#server/applicants/applications.ts';
import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { storeReply } from '#server/replies/replies.ts';
import type { ApplicationState } from '#src/contract/application-status.ts';

/** Sets the newest application's status and the message to the applicant, as the company would. */
export function markNewest(dataDir: string, state: ApplicationState, note?: string) {
  return change(readConfig({ DATA_DIR: dataDir }), async (trx) => {
    const newest = trx.selectFrom('applications').select('id').orderBy('created_at', 'desc');
    const { id: application } = await newest.executeTakeFirstOrThrow();
    await markApplication(trx, application, state);
    const writer = { id: 'boss', email: 'boss@hcs.example' };
    if (note) await storeReply(trx, [{ application }], { subject: 'S', text: note }, writer);
  });
}
