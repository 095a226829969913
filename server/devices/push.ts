import type { PushMessage } from '#src/contract/alerts.ts';

import { dayMs } from '../lib/durations.ts';
import type { Message } from '../outgoing/kinds.ts';
import type { Db } from '../store/schema.ts';

/** The longest time for which push services store a message. */
export const longestTtlMs = 28 * dayMs;

export const findDevice = (db: Db, { recipient }: Message) =>
  db.selectFrom('devices').selectAll().where('endpoint', '=', recipient).executeTakeFirst();

export const pushMessage = (notification: PushMessage['notification']) =>
  JSON.stringify({ web_push: 8030, mutable: true, notification } satisfies PushMessage);
