import { connectBase } from '#src/api/connect-base.ts';
import { readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';
import { hasForgotten } from '#src/worker-bridge/forgetting.ts';
import { askToKeep } from '#src/worker-bridge/saving.ts';
import { costOfReader } from '#src/worker-bridge/worker-in-charge.ts';

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
  let bytes = await costOfReader(worker);
  if (bytes === undefined) return undefined;
  for (const type of mediaTypes)
    for (let page = 0, before = ''; page < mostPages; page += 1) {
      const address = addressOf(type, page);
      const copy = await copyOf(address);
      const answer = copy ?? (await fetch(`${address}?length`, { method: 'HEAD' }));
      const length = answer.headers.get('Content-Length');
      const sum = answer.headers.get('ETag') ?? length ?? '';
      // As where they are saved: no such page, or the same list for each.
      if ((answer.status === 404 && page > 0) || (sum !== '' && sum === before)) break;
      before = sum;
      if (copy !== undefined) continue;
      if (!answer.ok || length === null) return undefined;
      if (Number(length) <= emptyLength) break;
      bytes += Number(length);
    }
  return bytes;
}

/** `limit`: more than fits in the worker's bounds; `failed`: something got no answer, or no room. */
export type SavingEnd = 'done' | 'stopped' | 'limit' | 'failed';

/** Has the worker keep list after list, each with its articles; those that are kept already are looked at anew. */
export async function saveArticles(
  worker: ServiceWorker,
  isWanted: () => boolean,
  report: (articles: number) => void,
): Promise<SavingEnd> {
  const ids = new Set<string>();
  let end: SavingEnd = 'done';
  for (const type of mediaTypes)
    for (let page = 0, before = ''; ; page += 1) {
      if (!isWanted() || hasForgotten()) return 'stopped';
      if (page === mostPages) {
        end = 'limit';
        break;
      }
      const text = await latest(worker, addressOf(type, page));
      if (text === 'none' && page > 0) break;
      if (text === undefined || text === 'none') return 'failed';
      const { payload } = JSON.parse(text) as { payload: unknown };
      // A provider may know no pages, and give the same list for each.
      const items = readMediaList(payload);
      if (items.length === 0 || text === before) break;
      before = text;
      for (const { _id, description } of items) if (description !== '') ids.add(_id);
      report(ids.size);
    }
  return end;
}

/** A list as it was kept just now. `none`: the provider has no such page; undefined: it could not be had, or not kept. */
async function latest(worker: ServiceWorker, address: string): Promise<string | undefined> {
  const begun = Date.now();
  await askToKeep(worker, [address], { articles: true });
  const copy = await copyOf(address);
  if (copy !== undefined && Number(copy.headers.get(savedAtHeader)) >= begun) return copy.text();
  if (copy !== undefined || hasForgotten()) return undefined;
  const answer = await fetch(address).catch(() => undefined);
  return answer?.status === 404 ? 'none' : undefined;
}

async function copyOf(address: string): Promise<Response | undefined> {
  return caches.match(address, { cacheName: kept.connect });
}
