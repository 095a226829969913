import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import type { Config } from './config.ts';
import type { Store } from './db/open-store.ts';
import { mailRounds } from './domain/mail-sender.ts';
import { repeat } from './domain/repeat.ts';

/** Wait for a message being sent when the server stops. */
const stopTimeoutMs = 4_000;

/** Runs each channel independently, so that a slow one delays no other. */
export function sendMessages(
  app: FastifyInstance,
  store: Store,
  config: Config,
  push: () => Promise<boolean>,
  pauseMs = 2_000,
): void {
  const stopping = new AbortController();
  const mails = mailRounds(store, config, (failure, outcome) =>
    app.log.warn(failure, `a message could not be sent and ${outcome}`),
  );
  const rounds = [push, ...mails.map((round) => () => round(stopping.signal))];
  const onError = (error: unknown) =>
    app.log.warn({ err: error }, 'cannot send messages: the store is unavailable');
  let running: ReturnType<typeof repeat>[] = [];
  app.addHook('onReady', async () => {
    running = rounds.map((round) => repeat(round, onError, pauseMs));
  });
  app.addHook('onClose', async () => {
    const stopped = Promise.all(running.map(({ stop }) => stop()));
    await Promise.race([stopped, delay(stopTimeoutMs, undefined, { ref: false })]);
    stopping.abort();
  });
}
