import type { FastifyInstance } from 'fastify';

import { minuteMs } from '../lib/durations.ts';

const longestMs = 200;
const lookMs = 50;

/** What is running, and what ran since the last look. Both are the process's: it has one event loop. */
const running = new Map<object, string>();
let ran = new Set<string>();

function begin(key: object, name: string): void {
  running.set(key, name);
  ran.add(name);
}

/** Names a job in the line about a standstill. */
export async function during<T>(job: string, work: () => Promise<T>): Promise<T> {
  const key = {};
  begin(key, job);
  return work().finally(() => running.delete(key));
}

/** Logs which routes and jobs ran while nobody got an answer for 200 ms, at most once a minute. */
export function reportStandstills(app: FastifyInstance): void {
  // A route's pattern holds no token or id.
  app.addHook('onRequest', async (request) =>
    begin(request, `${request.method} ${request.routeOptions.url ?? 'no route'}`),
  );
  app.addHook('onResponse', async (request) => void running.delete(request));
  let last = performance.now();
  let reported = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = performance.now();
    const ms = Math.round(now - last);
    if (ms > longestMs && now - reported > minuteMs) {
      reported = now;
      app.log.warn({ ms, ran: [...ran] }, 'the event loop stood still');
    }
    last = now;
    ran = new Set(running.values());
  };
  let timer: NodeJS.Timeout | undefined;
  // Not while it starts.
  app.addHook('onListen', async () => {
    last = performance.now();
    timer = setInterval(look, lookMs).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
