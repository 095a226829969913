import { replyTo } from '#server/applicants/applications.ts';
import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';

/** Answers the newest application, as the company would; its notifications are due at once. */
export function replyToNewest(dataDir: string, text: string) {
  return change(readConfig({ DATA_DIR: dataDir }), async (trx) => {
    const newest = trx.selectFrom('applications').select('id').orderBy('created_at', 'desc');
    const { id } = await newest.executeTakeFirstOrThrow();
    await replyTo(trx, id, { subject: 'Your application', text }, '', {
      id: 'boss',
      email: 'boss@hcs.example',
    });
    const now = trx.updateTable('messages').set({ due_at: new Date().toISOString() });
    await now.where('transport', '=', 'push').execute();
  });
}
