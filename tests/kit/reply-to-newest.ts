import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { replyTo } from '#server/hiring/applications.ts';

/** The company answers the newest application; what is to be told of it is due at once. */
export function replyToNewest(dataDir: string, text: string) {
  return change(readConfig({ DATA_DIR: dataDir }), async (trx) => {
    const newest = trx.selectFrom('applications').select('id').orderBy('created_at', 'desc');
    const { id } = await newest.executeTakeFirstOrThrow();
    await replyTo(trx, [id], { subject: 'Your application', text }, '', {
      id: 'boss',
      email: 'boss@hcs.example',
    });
    await trx.updateTable('news_alerts').set({ due_at: new Date().toISOString() }).execute();
  });
}
