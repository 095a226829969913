import { type MediaType, readMediaItem } from '#src/contract/media.ts';
import { decodeBase64Text } from '#src/lib/base64-text.ts';
import { connectCalls } from '#src/paths.ts';

import { ConnectError, getPayload } from './client.ts';
import { commonFields } from './media-entry.ts';
import { useConnect } from './use-connect.ts';

export type Article = {
  id: string;
  title: string;
  image: string | undefined;
  createdAt: string;
  /** As the provider sent it: to be sanitised before it is shown. */
  html: string;
  type: MediaType | undefined;
};

export function readArticle(payload: unknown): Article | null {
  const item = readMediaItem(payload);
  return item && { ...commonFields(item), html: decodeBase64Text(item.description) };
}

/** Null where the service has none under this id. */
export async function getArticle(call: string): Promise<Article | null> {
  try {
    return readArticle(await getPayload(call));
  } catch (error) {
    if (error instanceof ConnectError && error.status === 404) return null;
    throw error;
  }
}

/** One press release or blog post. */
export function useArticle(id: string) {
  return useConnect(connectCalls.mediaDetail(id), getArticle);
}
