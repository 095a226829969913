import { chunk } from '#src/lib/chunk.ts';

/** Whatever keeps, sends and lists what waits in the outbox, and says how the connection is. */
export const statusChunk = chunk(() => import('./status-bar.tsx').then(({ StatusBar }) => StatusBar));
