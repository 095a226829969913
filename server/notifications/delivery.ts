import type { FastifyInstance } from 'fastify';

import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import { channelsOf, type Deliver, type Prepare, Undelivered } from './channels.ts';
import { messageOf } from './messages.ts';
import {
  type Channel,
  claimNext,
  giveBack,
  type Notification,
  postpone,
  removeNotification,
} from './queue.ts';

const pauseMs = 2_000;
/** How long a message under way may still take when the server stops. */
const stopPatienceMs = 4_000;
/** A receipt that cannot be delivered for so long tells nobody anything. */
const receiptsTriedMs = 5 * 24 * 60 * 60_000;

/** Pushes go to as many services as there are browsers: one that says nothing must not hold up the others. */
const pushesAtOnce = 8;

/** Sends what waits in `outgoing`, beside the answers to visitors; a channel that hangs holds no other one up. */
export function deliverNotifications(
  app: FastifyInstance,
  store: Store,
  config: Config,
  push: Prepare,
): void {
  const stopping = new AbortController();
  const hurry = stopping.signal;
  const deliveries = Object.entries(channelsOf(config)).map(([channel, deliver]) =>
    deliveryBy(app, store, {
      channel: channel as Channel,
      prepare: byWords(store, deliver),
      hurry,
      lanes: 1,
    }),
  );
  deliveries.push(deliveryBy(app, store, { channel: 'push', prepare: push, hurry, lanes: pushesAtOnce }));
  app.addHook('onReady', async () => {
    for (const delivery of deliveries) delivery.start();
  });
  app.addHook('onClose', async () => {
    const hurry = setTimeout(() => stopping.abort(), stopPatienceMs);
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    clearTimeout(hurry);
  });
}

function byWords(store: Store, deliver: Deliver): Prepare {
  return async (row) => {
    const message = await messageOf(store.db, row);
    return message && ((signal) => deliver(row, message, signal));
  };
}

type Way = { channel: Channel; prepare: Prepare; hurry: AbortSignal; lanes: number };

/** Sends by one channel, in each lane one message after the other. */
function deliveryBy(app: FastifyInstance, store: Store, { channel, prepare, hurry, lanes }: Way) {
  /** Sent, though the store could not be told so. */
  const sent = new Set<string>();
  let isStopped = false;
  let isStoreAway = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const next = () => {
    if (isStopped) return;
    round = sendAllDue(lanes)
      .then(() => {
        isStoreAway = false;
      })
      .catch((error: unknown) => {
        if (!isStoreAway) app.log.warn({ err: error }, 'messages cannot be sent while the store is away');
        isStoreAway = true;
      })
      .finally(() => {
        timer = setTimeout(next, pauseMs).unref();
      });
  };

  /** A lane that finds something to send opens the next one. */
  async function sendAllDue(free: number): Promise<void> {
    while (!isStopped) {
      const row = await claimNext(store, [channel]);
      if (row === undefined) return;
      await Promise.all([send(row), free > 1 && sendAllDue(free - 1)]);
    }
  }

  async function send(row: Notification): Promise<void> {
    if (!sent.has(row.id) && !(await isSettled(row))) return;
    sent.add(row.id);
    await removeNotification(store, row.id);
    sent.delete(row.id);
  }

  /** Whether the message has left, or never will. */
  async function isSettled(row: Notification): Promise<boolean> {
    const deliver = await prepare(row);
    if (deliver === null) return true;
    try {
      await deliver(hurry);
      return true;
    } catch (error) {
      if (!(error instanceof Undelivered)) throw error;
      if (hurry.aborted) {
        await giveBack(store, row);
        return false;
      }
      return hasFailed(row, error);
    }
  }

  async function hasFailed(row: Notification, failure: Undelivered): Promise<boolean> {
    const { kind, tries } = row;
    const { message: problem, isFinal, told, waitMs } = failure;
    const isLate = Date.now() - Date.parse(row.created_at) > receiptsTriedMs;
    const isGivenUp = kind === 'receipt' && (isFinal || isLate);
    const outcome = isGivenUp ? 'is given up' : 'will be tried again';
    app.log.warn({ channel, kind, tries, problem }, `a message could not be sent and ${outcome}`);
    if (!isGivenUp) await postpone(store, row, { problem, told, waitMs });
    return isGivenUp;
  }

  return {
    start: next,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
      clearTimeout(timer);
    },
  };
}
