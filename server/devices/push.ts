import { sql } from 'kysely';

import type { PushMessage } from '#src/contract/alerts.ts';

import { dayMs } from '../lib/durations.ts';
import type { Message, OnEnd } from '../outgoing/kinds.ts';
import { deviceIsGone } from '../outgoing/push-sender.ts';
import { lockMessages } from '../outgoing/queue.ts';
import type { Db } from '../store/schema.ts';
import { removeDevice } from './devices.ts';

/** The longest time for which push services store a message. */
export const longestTtlMs = 28 * dayMs;

export const findDevice = (db: Db, { device }: Message) =>
  db.selectFrom('devices').selectAll().where('endpoint', '=', device).executeTakeFirst();

export const pushMessage = (notification: PushMessage['notification']) =>
  JSON.stringify({ web_push: 8030, mutable: true, notification } satisfies PushMessage);

export const endOfPush: OnEnd = async (trx, { device, why }, to) => {
  if (device === null || to !== 'dropped' || why !== deviceIsGone) return;
  await lockMessages(trx, sql<boolean>`device = ${device}`);
  await removeDevice(trx, device);
};
