import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import type { Config } from './config.ts';
import { poll } from './lib/poll.ts';
import { tryAtOnce } from './outgoing/channel.ts';
import { mailRound } from './outgoing/sender.ts';
import './mail-kinds.ts';
import type { Store } from './store/open-store.ts';

/** When the server stops, it waits this long for a message that is being sent. */
const stopTimeoutMs = 4_000;

/** Sends alerts and email independently, so that a slow mail server does not delay alerts. */
export function sendMessages(
  app: FastifyInstance,
  store: Store,
  config: Config,
  push: () => Promise<boolean>,
  pauseMs = 2_000,
): void {
  const stopping = new AbortController();
  const mail = mailRound(store, config, (what, words) => app.log.warn(what, words));
  const rounds = [push, ...(mail ? [() => mail(stopping.signal)] : [])];
  const onError = (error: unknown) =>
    app.log.warn({ err: error }, 'cannot send messages: the store is unavailable');
  let running: ReturnType<typeof poll>[] = [];
  app.addHook('onReady', async () => {
    store.write(tryAtOnce).catch(onError);
    running = rounds.map((round) => poll(round, onError, pauseMs));
  });
  app.addHook('onClose', async () => {
    const stopped = Promise.all(running.map(({ stop }) => stop()));
    await Promise.race([stopped, delay(stopTimeoutMs, undefined, { ref: false })]);
    stopping.abort();
  });
}
