import { readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../domain/refusal.ts';
import { AnswerCache } from './answer-cache.ts';
import { serverErrorText } from './error-answers.ts';
import type { AskApi } from './server-bundle.ts';

export type IndexEntry = { id: string; createdAt: string };

const mostPages = 50;
const ttlMs = 10 * 60_000;

/** Lists a provider's articles, oldest first. */
export function providedArticles(ask: AskApi): () => Promise<IndexEntry[]> {
  const cache = new AnswerCache<IndexEntry[]>(1_000_000, (entries) => entries.length);
  return () => cache.get('all', `${Math.floor(Date.now() / ttlMs)}`, async (save) => save(await crawl(ask)));
}

/** Reads each list up to the first page without a new article. */
async function crawl(ask: AskApi): Promise<IndexEntry[]> {
  const entries = new Map<string, IndexEntry>();
  for (const type of mediaTypes)
    for (let page = 0; page < mostPages; page++) {
      const known = entries.size;
      const payload = await readWhole(ask, connectCalls.mediaList(type, page));
      for (const { _id, createdAt } of readMediaList(payload)) entries.set(_id, { id: _id, createdAt });
      if (entries.size === known) break;
    }
  return [...entries.values()].reverse();
}

/** Throws while the API is unavailable: an empty file would say that everything was deleted. */
export async function readWhole(ask: AskApi, call: string): Promise<unknown> {
  const answer = await ask(call);
  if (answer === null) throw new Refusal(503, serverErrorText, { retryAfter: 5 });
  return answer.payload;
}
