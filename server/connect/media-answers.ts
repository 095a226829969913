import type { MediaItem } from '#src/contract/media.ts';

import type { Tables } from '../store/schema.ts';

/** The columns that `asMediaItem` needs. */
export const mediaColumns = ['id', 'kind', 'title', 'image', 'body', 'created_at'] as const;

type Row = Pick<Tables['media'], (typeof mediaColumns)[number]>;

export function asMediaItem(row: Row): MediaItem {
  return {
    _id: row.id,
    title: row.title,
    ...(row.image === null ? {} : { img_uri: row.image }),
    description: Buffer.from(row.body).toString('base64'),
    createdAt: row.created_at,
    // An article on its own would not know where it belongs.
    type: row.kind,
  };
}
