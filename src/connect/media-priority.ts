import { connectCalls } from '#src/paths.ts';

import { useConnect } from './use-connect.ts';

/** The featured items; one without an id has nothing to link to. */
export function useFeatured() {
  return useConnect(connectCalls.mediaPriority, ({ getFeatured }) => getFeatured);
}
