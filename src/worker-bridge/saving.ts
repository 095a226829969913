import { messageSW } from 'workbox-window';

import { isSavingMessage, type PageMessage } from '#src/contract/worker-messages.ts';
import { offerSite, saySaving } from '#src/state/updates.ts';

/** Shows how far the worker is, until what it is busy with has ended. */
export async function showSaving<T>(busy: Promise<T>): Promise<T> {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isSavingMessage(data)) saySaving(data.percent, data.kilobytes);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  try {
    return await busy;
  } finally {
    navigator.serviceWorker.removeEventListener('message', hear);
    saySaving(undefined);
  }
}

/** Offers the whole site to a visitor for whom little is kept, with what it costs. */
export async function offerWholeSite(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (active === null) return;
  offerSite((await messageSW(active, { type: 'cost' } satisfies PageMessage)) as number);
}
