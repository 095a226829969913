import { type MediaType, readMediaList } from '#src/contract/media.ts';
import { connectCalls } from '#src/paths.ts';

import { type MediaEntry, toEntry } from './media-entry.ts';
import { useConnect } from './use-connect.ts';

export function readEntries(payload: unknown): MediaEntry[] {
  return readMediaList(payload).map(toEntry);
}

/** Press releases or blog posts, newest first; page 0 is the newest. */
export function useMediaList(type: MediaType, page = 0) {
  return useConnect(connectCalls.mediaList(type, page), readEntries);
}
