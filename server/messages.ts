import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import type { Config } from './config.ts';
import type { Store } from './db/open-store.ts';
import { byMail, mailRounds } from './domain/mail-sender.ts';
import { newsletterRound } from './domain/newsletter-sender.ts';
import { repeat } from './domain/repeat.ts';

/** For a message under way when the server stops. */
const stopPatienceMs = 4_000;

/** Each channel by itself: one that hangs delays no other. */
export function sendMessages(
  app: FastifyInstance,
  store: Store,
  config: Config,
  push: () => Promise<boolean>,
): void {
  const stopping = new AbortController();
  const mails = mailRounds(store, config, (failure, outcome) =>
    app.log.warn(failure, `a message could not be sent and ${outcome}`),
  );
  if (config.smtpUrl !== null) {
    const deliver = byMail(config.smtpUrl, new URL(config.siteUrl).hostname);
    mails.push(newsletterRound(store, deliver, config.siteUrl, config.newsletterPerHour));
  }
  const rounds = [push, ...mails.map((round) => () => round(stopping.signal))];
  const onError = (error: unknown) =>
    app.log.warn({ err: error }, 'messages cannot be sent while the store is away');
  let running: ReturnType<typeof repeat>[] = [];
  app.addHook('onReady', async () => {
    running = rounds.map((round) => repeat(round, onError));
  });
  app.addHook('onClose', async () => {
    const stopped = Promise.all(running.map(({ stop }) => stop()));
    await Promise.race([stopped, delay(stopPatienceMs, undefined, { ref: false })]);
    stopping.abort();
  });
}
