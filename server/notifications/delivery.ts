import type { FastifyInstance } from 'fastify';

import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import { channelsOf, type Deliver, Undelivered } from './channels.ts';
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

/** Sends what waits in `outgoing`, beside the answers to visitors; a channel that hangs holds no other one up. */
export function deliverNotifications(app: FastifyInstance, store: Store, config: Config): void {
  const stopping = new AbortController();
  const deliveries = Object.entries(channelsOf(config)).map(([channel, deliver]) =>
    deliveryBy(app, store, { channel: channel as Channel, deliver, hurry: stopping.signal }),
  );
  app.addHook('onReady', async () => {
    for (const delivery of deliveries) delivery.start();
  });
  app.addHook('onClose', async () => {
    const hurry = setTimeout(() => stopping.abort(), stopPatienceMs);
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    clearTimeout(hurry);
  });
}

type Way = { channel: Channel; deliver: Deliver; hurry: AbortSignal };

/** Sends by one channel, one message after the other. */
function deliveryBy(app: FastifyInstance, store: Store, { channel, deliver, hurry }: Way) {
  /** Sent, though the store could not be told so. */
  const sent = new Set<string>();
  let isStopped = false;
  let isStoreAway = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const next = () => {
    if (isStopped) return;
    round = sendAllDue()
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

  async function sendAllDue(): Promise<void> {
    while (!isStopped) {
      const row = await claimNext(store, [channel]);
      if (row === undefined) return;
      if (sent.has(row.id) || (await isSettled(row))) {
        sent.add(row.id);
        await removeNotification(store, row.id);
        sent.delete(row.id);
      }
    }
  }

  /** Whether the message has left, or never will. */
  async function isSettled(row: Notification): Promise<boolean> {
    const message = await messageOf(store.db, row);
    if (message === null) return true;
    try {
      await deliver(row, message, hurry);
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

  async function hasFailed(
    row: Notification,
    { message: problem, isFinal, told }: Undelivered,
  ): Promise<boolean> {
    const { kind, tries } = row;
    const isLate = Date.now() - Date.parse(row.created_at) > receiptsTriedMs;
    const isGivenUp = kind === 'receipt' && (isFinal || isLate);
    const outcome = isGivenUp ? 'is given up' : 'will be tried again';
    app.log.warn({ channel, kind, tries, problem }, `a message could not be sent and ${outcome}`);
    if (!isGivenUp) await postpone(store, row, problem, told);
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
