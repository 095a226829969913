import { readPriorityList } from '#src/contract/media.ts';
import { connectCalls } from '#src/paths.ts';

import { getPayload } from './client.ts';
import { type MediaEntry, toEntry } from './media-entry.ts';
import { useConnect } from './use-connect.ts';

export function readFeatured(payload: unknown): MediaEntry[] {
  return readPriorityList(payload).map(toEntry);
}

/** The featured items; one without an id has nothing to link to. */
export function useFeatured() {
  return useConnect(connectCalls.mediaPriority, async (call) => readFeatured(await getPayload(call)));
}
