import type { Kysely } from 'kysely';

import type { MediaItem } from '#src/contract/media.ts';

import type { Tables } from '../store/schema.ts';

/** Visible media items in their columns' order of the wire. */
export function visibleMedia(db: Kysely<Tables>) {
  return db
    .selectFrom('media')
    .select(['id', 'kind', 'title', 'image', 'body', 'created_at'])
    .where('hidden_at', 'is', null);
}

type Row = Pick<Tables['media'], 'id' | 'kind' | 'title' | 'image' | 'body' | 'created_at'>;

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
