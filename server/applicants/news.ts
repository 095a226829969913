import { sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';
import { pages } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { countPush } from '../devices/devices.ts';
import { findDevice, longestTtlMs, pushMessage } from '../devices/push.ts';
import { dayMs } from '../lib/durations.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Kind, Message, Push } from '../outgoing/kinds.ts';
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
  const row = trx.selectFrom('applications').select('state').where('id', '=', application);
  const { state } = await row.executeTakeFirstOrThrow();
  const followers = trx.selectFrom('follows').select('endpoint').where('application', '=', application);
  const due_at = new Date(Date.now() + newsDelayMs).toISOString();
  const more = { transport: 'push', kind: 'news', application, due_at } as const;
  const pushes = (await followers.execute()).map(({ endpoint: device }) => {
    const replaced = undone.find((one) => one.device === device);
    return { ...more, device, status_before: knownBefore(before, replaced) };
  });
  await addMessages(
    trx,
    pushes.filter(({ status_before }) => status_before !== state),
  );
}

/** Returns the status that a device knows; `replaced`: the push to it that this change has dropped. */
function knownBefore(before: ApplicationState | 'replied', replaced?: Message): ApplicationState | null {
  if (before === 'replied' || replaced?.status_before === null) return null;
  if (replaced === undefined) return before;
  // A push that was tried may have arrived or not: announce any news, whichever status the device has read.
  return replaced.attempts > 0 ? 'received' : replaced.status_before;
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
