import { sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';
import { pages } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { countPush } from '../devices/devices.ts';
import { findDevice, longestTtlMs, pushMessage } from '../devices/push.ts';
import { dayMs } from '../lib/durations.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Kind, Push } from '../outgoing/kinds.ts';
import { drop } from '../outgoing/queue.ts';
import { countRows } from '../store/pages.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Changes that follow each other within this time cause one push; a change undone within it causes none. */
export const newsDelayMs = 5 * 60_000;

export function countNewsDevices(db: Db, application: string): Promise<number> {
  return countRows(db.selectFrom('follows').where('application', '=', application));
}

export const isNews = (state: ApplicationState) => state === 'shortlisted' || state === 'closed';

/**
 * Announces a reply, or a status that was `before` until now, with one push to each device, in place of those that wait. A
 * status that is no news waits too: the next change may undo it.
 */
export async function queueNews(
  trx: Trx,
  application: string,
  before: ApplicationState | 'replied',
): Promise<void> {
  const isAbout = sql<boolean>`kind = 'news' and application = ${application}`;
  const undone = await drop(trx, isAbout, 'there was a further change');
  // The device may have read the status before this change if its push was being sent.
  const known = undone.filter(({ state }) => state === 'waiting').map((one) => one.status_before);
  const isReply = before === 'replied' || known.includes(null);
  const status_before = isReply ? null : (known[0] ?? before);
  const row = trx.selectFrom('applications').select('state').where('id', '=', application);
  const { state } = await row.executeTakeFirstOrThrow();
  if (state === status_before) return;
  const followers = trx.selectFrom('follows').select('endpoint').where('application', '=', application);
  const due_at = new Date(Date.now() + newsDelayMs).toISOString();
  const more = { transport: 'push', kind: 'news', application, status_before, due_at } as const;
  const devices = await followers.execute();
  const pushes = devices.map(({ endpoint: device }) => ({ ...more, device }));
  await addMessages(trx, pushes);
}

export const news: Kind<Push> = {
  retryForMs: dayMs,
  onEnd: countPush,
  async compose(db, message, siteUrl) {
    const { application, device: endpoint, status_before } = message;
    const rows = db.selectFrom('applications').select('state').where('id', '=', application);
    const row = await rows.executeTakeFirst();
    if (status_before !== null && !(row && isNews(row.state))) return { dropped: 'there is no news' };
    const follows = db.selectFrom('follows').select('tag').where('application', '=', application);
    const follow = await follows.where('endpoint', '=', endpoint).executeTakeFirst();
    const device = await findDevice(db, message);
    if (follow === undefined || device === undefined) return { dropped: 'the device does not want it' };
    // Says nothing about the application; the worker then requests its status.
    const words = { title: notificationWords.newsTitle, lang: site.lang };
    const push = pushMessage({ ...words, tag: follow.tag, navigate: siteUrl + pages.application.path });
    return { device, message: push, topic: application ?? '', ttlMs: longestTtlMs };
  },
};
