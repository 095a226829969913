import { readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import type { ConnectRead } from '../api/service.ts';

type IndexEntry = { id: string; createdAt: string };

/** Every published article, oldest first, without its text. */
export type MediaIndex = {
  count(): Promise<number>;
  slice(from: number, length: number): Promise<IndexEntry[]>;
};

/** A provider is asked for no more pages than this. */
const mostPages = 50;
const rememberedMs = { whole: 10 * 60_000, broken: 5_000 };

type Index = { entries: Promise<IndexEntry[]>; until: number };

/** From a provider's lists, which are walked through once in ten minutes, however many ask. */
export function providedMediaIndex(ask: (call: string) => Promise<ConnectRead | null>): MediaIndex {
  let known: Index = { entries: Promise.resolve([]), until: 0 };
  const read = () => {
    if (performance.now() < known.until) return known.entries;
    const next: Index = { entries: Promise.resolve([]), until: Number.POSITIVE_INFINITY };
    next.entries = walkLists(ask).then(({ entries, isWhole }) => {
      next.until = performance.now() + (isWhole ? rememberedMs.whole : rememberedMs.broken);
      return entries;
    });
    known = next;
    return next.entries;
  };
  return {
    count: async () => (await read()).length,
    slice: async (from, length) => (await read()).slice(from, from + length),
  };
}

/** Page after page until one is empty or says nothing new; not whole where the provider did not answer. */
async function walkLists(ask: (call: string) => Promise<ConnectRead | null>) {
  const entries = new Map<string, IndexEntry>();
  let isWhole = true;
  for (const type of mediaTypes)
    for (let page = 0; page < mostPages; page++) {
      const known = entries.size;
      const answer = await ask(connectCalls.mediaList(type, page)).catch(() => null);
      isWhole &&= answer !== null;
      for (const { _id, createdAt } of readMediaList(answer?.payload))
        entries.set(_id, { id: _id, createdAt });
      if (entries.size === known) break;
    }
  return { entries: [...entries.values()].reverse(), isWhole };
}
