import { connectBase } from '#src/connect/connect-base.ts';
import { mediaTypes, readMediaList } from '#src/contract/media.ts';
import { kept } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';
import { costOfReader, keepForReading } from '#src/worker-bridge/saving-articles.ts';

/** Of each kind; a third of what the worker keeps of answers, so that nothing else has to go. */
export const mostPages = 20;

const addressOf = (type: (typeof mediaTypes)[number], page: number) =>
  new URL(connectBase + connectCalls.mediaList(type, page), location.href).href;

/** The longest answer that may be an empty list. */
const emptyLength = 20;

/**
 * What all articles would still cost, in bytes: the lists carry them whole, and the server is asked how long those are.
 * Undefined where it does not say.
 */
export async function costOfArticles(worker: ServiceWorker): Promise<number | undefined> {
  const reader = await costOfReader(worker);
  if (reader === undefined) return undefined;
  let bytes = reader * 1024;
  for (const type of mediaTypes)
    for (let page = 0; page < mostPages; page += 1) {
      const address = addressOf(type, page);
      if ((await copyOf(address)) !== undefined) continue;
      const answer = await fetch(`${address}?length`, { method: 'HEAD' });
      const length = answer.headers.get('Content-Length');
      if (!answer.ok || length === null) return undefined;
      if (Number(length) <= emptyLength) break;
      bytes += Number(length);
    }
  return bytes;
}

/** `limit`: more than fits in the worker's bounds; `failed`: something got no answer, or no room. */
export type SavingEnd = 'done' | 'stopped' | 'limit' | 'failed';

/** Has the worker keep list after list, each with its articles. */
export async function saveArticles(
  worker: ServiceWorker,
  isWanted: () => boolean,
  report: () => Promise<unknown>,
): Promise<SavingEnd> {
  let end: SavingEnd = 'done';
  for (const type of mediaTypes)
    for (let page = 0; ; page += 1) {
      if (!isWanted()) return 'stopped';
      if (page === mostPages) end = 'limit';
      if (page === mostPages) break;
      const address = addressOf(type, page);
      await keepForReading(worker, address);
      const copy = await copyOf(address);
      if (copy === undefined) return 'failed';
      const { payload } = (await copy.json()) as { payload: unknown };
      if (readMediaList(payload).length === 0) break;
      await report();
    }
  return end;
}

async function copyOf(address: string): Promise<Response | undefined> {
  return caches.match(address, { cacheName: kept.connect });
}
