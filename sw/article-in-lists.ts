import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { connectCache } from './connect-refresh.ts';

const listStarts = mediaTypes.map((type) => connectBase + connectCalls.mediaListOf(type));
const articleStart = connectBase + connectCalls.mediaDetail('');

/**
 * An article that was never opened, where nothing answers: the lists that are kept carry whole articles. The answer has
 * the age of its list. Throws `error` where none has it.
 */
export async function articleInLists(url: URL, error: unknown): Promise<Response> {
  if (!url.href.startsWith(articleStart)) throw error;
  const cache = await caches.open(connectCache);
  for (const { url: list } of await cache.keys()) {
    if (!listStarts.some((start) => list.startsWith(start))) continue;
    const copy = await cache.match(list);
    const { payload } = ((await copy?.json()) ?? {}) as { payload?: unknown };
    const item = Array.isArray(payload) ? payload.find((one) => isAt(one, url)) : undefined;
    if (item !== undefined)
      return new Response(JSON.stringify({ payload: item }), { headers: copy?.headers });
  }
  throw error;
}

/** Only with its text: a provider's lists may leave it out. */
function isAt(item: { _id?: unknown; description?: unknown } | null, url: URL): boolean {
  if (typeof item?._id !== 'string' || !item.description) return false;
  return connectBase + connectCalls.mediaDetail(item._id) === url.href;
}
