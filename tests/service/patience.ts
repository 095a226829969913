import { vi } from 'vitest';

/** For a test that waits for what a server does by itself. */
export const patient = { timeout: 180_000 };

/** Looks again and again, until nothing is thrown. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 20 });
