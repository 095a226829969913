import type { Kysely } from 'kysely';

import { mediaTypes, readMediaList } from '#src/contract/media.ts';
import { connectCalls } from '#src/paths.ts';

import type { ConnectRead } from './connect/service.ts';
import { visibleMedia } from './store/on-the-site.ts';
import type { Tables } from './store/schema.ts';

export type IndexEntry = { id: string; createdAt: string };

/** Every published article, oldest first, without its text. */
export type MediaIndex = {
  count(): Promise<number>;
  slice(from: number, length: number): Promise<IndexEntry[]>;
};

export function storedMediaIndex(db: Kysely<Tables>): MediaIndex {
  return {
    async count() {
      const { number } = await visibleMedia(db)
        .select(({ fn }) => fn.countAll().as('number'))
        .executeTakeFirstOrThrow();
      return Number(number);
    },
    slice: (from, length) =>
      visibleMedia(db)
        .select(['id', 'created_at as createdAt'])
        .orderBy('created_at')
        .orderBy('id')
        .limit(length)
        .offset(from)
        .execute(),
  };
}

/** A provider is asked for no more pages than this. */
const mostPages = 50;

/** From a provider's lists, page after page until one is empty or says nothing new. */
export function providedMediaIndex(ask: (call: string) => Promise<ConnectRead | null>): MediaIndex {
  const read = async () => {
    const entries = new Map<string, IndexEntry>();
    for (const type of mediaTypes)
      for (let page = 0; page < mostPages; page++) {
        const known = entries.size;
        const answer = await ask(connectCalls.mediaList(type, page));
        for (const { _id, createdAt } of readMediaList(answer?.payload))
          entries.set(_id, { id: _id, createdAt });
        if (entries.size === known) break;
      }
    return [...entries.values()].reverse();
  };
  return {
    count: async () => (await read()).length,
    slice: async (from, length) => (await read()).slice(from, from + length),
  };
}
