import { messageSW } from 'workbox-window';

import { isSavingMessage, type Kept, type PageMessage } from '#src/contract/worker-messages.ts';
import { offerSite, saySaving } from '#src/state/updates.ts';

import { hasForgotten } from './forgetting.ts';

/** Shows how far the worker is, until what it is busy with has ended. */
export async function showSaving<T>(busy: Promise<T>): Promise<T> {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isSavingMessage(data)) saySaving(data.percent, data.bytes);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  try {
    return await busy;
  } finally {
    navigator.serviceWorker.removeEventListener('message', hear);
    saySaving(undefined);
  }
}

/** In milliseconds; longer than the worker waits for a line that has fallen silent. */
const patience = 60_000;

/** Asks a worker for what may take long. Undefined: it tells nothing any more, as one does that the browser has ended. */
export function askPatiently(
  worker: ServiceWorker,
  message: PageMessage,
  limit: number = patience,
): Promise<unknown> {
  return new Promise((resolve) => {
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(end, limit);
    };
    const end = (answer?: unknown) => {
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener('message', wait);
      resolve(answer);
    };
    navigator.serviceWorker.addEventListener('message', wait);
    wait();
    void messageSW(worker, message).then(end);
  });
}

/** Has a worker keep these addresses: each in the cache that it belongs to, and what shows it. */
export async function askToKeep(
  worker: ServiceWorker,
  urls: string[],
  { site = false, articles }: { site?: boolean; articles?: true } = {},
): Promise<Kept> {
  if (hasForgotten()) return 'nothing';
  return ((await askPatiently(worker, { type: 'keep', urls, site, articles })) ?? 'nothing') as Kept;
}

/** Offers the whole site to a visitor for whom little is kept, with what it costs. */
export async function offerWholeSite(): Promise<void> {
  const { active, waiting } = await navigator.serviceWorker.ready;
  const last = waiting ?? active;
  const cost = last !== null && (await askPatiently(last, { type: 'price' }));
  if (typeof cost === 'number') offerSite(cost);
}
