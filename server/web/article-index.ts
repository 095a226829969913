import { readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { Refusal } from '../domain/refusal.ts';
import { AnswerCache } from './answer-cache.ts';
import { ourFault } from './error-answers.ts';
import type { AskApi } from './server-bundle.ts';

export type IndexEntry = { id: string; createdAt: string };

/** A provider is asked for no more pages of a list than this. */
const mostPages = 50;
const keptMs = 10 * 60_000;

/** Every article of a provider, oldest first; its lists are walked through once in ten minutes, however many ask. */
export function providedArticles(ask: AskApi): () => Promise<IndexEntry[]> {
  const cache = new AnswerCache<IndexEntry[]>(1_000_000, (entries) => entries.length);
  return () => cache.get('all', `${Math.floor(Date.now() / keptMs)}`, async (keep) => keep(await walk(ask)));
}

/** Page after page until one is empty or says nothing new. */
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

/** Where the API cannot answer now, the file is asked for again later: without its items it would say that all are gone. */
export async function readWhole(ask: AskApi, call: string): Promise<unknown> {
  const answer = await ask(call);
  if (answer === null) throw new Refusal(503, ourFault, { retryAfter: 5 });
  return answer.payload;
}
