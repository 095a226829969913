import { markApplication } from '#server/applicants/applications.ts';
import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import type { Trx } from '#server/store/schema.ts';
import type { ApplicationState } from '#src/contract/application-status.ts';

import { sayTo } from './say-reply.ts';

const withNewest = (dataDir: string, act: (trx: Trx, application: string) => Promise<unknown>) =>
  change(readConfig({ DATA_DIR: dataDir }), async (trx) => {
    const newest = trx.selectFrom('applications').select('id').orderBy('created_at', 'desc');
    await act(trx, (await newest.executeTakeFirstOrThrow()).id);
  });

/** Sets the newest application's status and the message to the applicant, as the company would. */
export const markNewest = (dataDir: string, state: ApplicationState, note?: string) =>
  withNewest(dataDir, async (trx, application) => {
    await markApplication(trx, application, state);
    if (note) await sayTo(trx, application, note);
  });

/** Answers the newest application, as the company would; its notifications are due at once. */
export const replyToNewest = (dataDir: string, text: string) =>
  withNewest(dataDir, async (trx, application) => {
    await sayTo(trx, application, text);
    const now = trx.updateTable('messages').set({ due_at: new Date().toISOString() });
    await now.where('kind', 'in', ['alert', 'news']).execute();
  });
