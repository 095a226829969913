import { tagOf } from '#src/contract/alerts.ts';
import { pages } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { findDevice, longestTtlMs, pushMessage } from '../devices/push.ts';
import { dayMs } from '../lib/durations.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Kinds } from '../outgoing/kinds.ts';
import { countRows } from '../store/keyset-pages.ts';
import type { Db, Trx } from '../store/schema.ts';
import { secretFor } from '../store/secrets.ts';

const followersOf = (db: Db, application: string) =>
  db.selectFrom('follows').where('application', '=', application);

export const countFollowers = (db: Db, application: string): Promise<number> =>
  countRows(followersOf(db, application));

/** Queues a push for each device that follows the application: there is a reply. */
export async function queueNews(trx: Trx, application: string): Promise<void> {
  const followers = await followersOf(trx, application).select('endpoint').execute();
  const push = { kind: 'news', about: application } as const;
  await addMessages(
    trx,
    followers.map(({ endpoint: recipient }) => ({ ...push, recipient })),
  );
}

export const news: Kinds['news'] = {
  retryForMs: dayMs,
  async compose(db, message, siteUrl) {
    const { about: application, recipient: endpoint } = message;
    const device = await findDevice(db, message);
    const follow = followersOf(db, application ?? '')
      .select('endpoint')
      .where('endpoint', '=', endpoint);
    if (application === null || device === undefined || !(await follow.executeTakeFirst())) return undefined;
    // Says nothing about the application; the worker then requests its status.
    const words = { title: notificationWords.newsTitle, lang: site.lang };
    const tag = tagOf(await secretFor(db, application));
    const push = pushMessage({ ...words, tag, navigate: siteUrl + pages.application.path });
    return { device, message: push, topic: application, ttlMs: longestTtlMs };
  },
};
