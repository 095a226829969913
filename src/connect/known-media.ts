import type { MediaType } from '#src/contract/media.ts';

import type { MediaEntry } from './media-entry.ts';
import { useLoadedList } from './media-list.ts';

export type Surroundings = { entry: MediaEntry; type: MediaType; newer?: MediaEntry; older?: MediaEntry };

/** Where an article stands in the newest list of its kind; undefined while neither list is at hand, or in neither. */
export function useSurroundings(id: string): Surroundings | undefined {
  const press = useLoadedList('press');
  const blog = useLoadedList('blog');
  return findIn(press, 'press', id) ?? findIn(blog, 'blog', id);
}

function findIn(list: MediaEntry[] | undefined, type: MediaType, id: string): Surroundings | undefined {
  const index = list?.findIndex((entry) => entry.id === id) ?? -1;
  const entry = list?.[index];
  return entry && { entry, type, newer: list?.[index - 1], older: list?.[index + 1] };
}
