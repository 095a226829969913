import { browserEnvironment, type OutboxEnvironment } from '#src/outbox/environment.ts';

import { connectBase } from './connect-base.ts';

let environment: OutboxEnvironment | undefined;

/** The page's outbox; made on first use, because nothing of it exists while the page is prerendered. */
export function outboxEnvironment(): OutboxEnvironment {
  environment ??= browserEnvironment(connectBase);
  return environment;
}
