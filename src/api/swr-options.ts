import type { SWRConfiguration } from 'swr';

const tries = 3;
const firstPauseMs = 2_000;

/** Data costs money here: nothing is fetched again for a focus; the worker brings what is new. */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  // A visitor's "Try again" must not be swallowed because another try was just made.
  dedupingInterval: 500,
  onErrorRetry(error: unknown, _key, _config, revalidate, { retryCount }) {
    if (!mayRetry(error, retryCount)) return;
    setTimeout(() => void revalidate({ retryCount }), firstPauseMs * 2 ** (retryCount - 1));
  },
};

/** `retryCount` counts from 1 at the first failure. What the server refused stays refused, and offline costs battery only. */
export function mayRetry(error: unknown, retryCount: number): boolean {
  if (retryCount >= tries || (typeof navigator === 'object' && navigator.onLine === false)) return false;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status !== 'number' || status >= 500;
}
