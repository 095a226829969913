import { connectCalls } from '#src/paths.ts';

import { useConnect } from './use-connect.ts';

/** One press release or blog post; null where the service has none under this id. */
export function useArticle(id: string) {
  return useConnect(connectCalls.mediaDetail(id), ({ getArticle }) => getArticle);
}
