import { browserEnvironment, type OutboxEnvironment } from '#src/outbox/environment.ts';
import { connectMount } from '#src/paths.ts';

let environment: OutboxEnvironment | undefined;

/** The page's outbox; made on first use, because nothing of it exists while the page is prerendered. */
export function outboxEnvironment(): OutboxEnvironment {
  environment ??= browserEnvironment(import.meta.env.VITE_CONNECT_BASE ?? connectMount);
  return environment;
}
