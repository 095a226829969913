import type { SWRConfiguration } from 'swr';

/** Data costs money here: nothing is fetched again for a focus; the worker brings what is new. */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  revalidateIfStale: true,
  errorRetryCount: 3,
};
