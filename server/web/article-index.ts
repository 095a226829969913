import { readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../domain/refusal.ts';
import { AnswerCache } from './answer-cache.ts';
import { ourFault } from './error-answers.ts';
import type { AskApi } from './server-bundle.ts';

export type IndexEntry = { id: string; createdAt: string };

const mostPages = 50;
const keptMs = 10 * 60_000;

/** Every article of a provider, oldest first. */
export function providedArticles(ask: AskApi): () => Promise<IndexEntry[]> {
  const cache = new AnswerCache<IndexEntry[]>(1_000_000, (entries) => entries.length);
  return () => cache.get('all', `${Math.floor(Date.now() / keptMs)}`, async (keep) => keep(await walk(ask)));
}

/** To the first page of each list without a new article. */
async function walk(ask: AskApi): Promise<IndexEntry[]> {
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

/** Refused while the API is away: a file without its items would say that all are gone. */
export async function readWhole(ask: AskApi, call: string): Promise<unknown> {
  const answer = await ask(call);
  if (answer === null) throw new Refusal(503, ourFault, { retryAfter: 5 });
  return answer.payload;
}
