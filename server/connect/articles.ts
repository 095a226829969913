import type { FastifyInstance } from 'fastify';

import type { MediaItem } from '#src/contract/media.ts';
import { isMediaType } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { visibleArticles } from '../store/on-the-site.ts';
import type { Tables } from '../store/schema.ts';
import { readRoute, type Service } from './service.ts';

const columns = ['id', 'kind', 'title', 'image', 'body', 'created_at'] as const;

/** An article as the wire has it. */
function asMediaItem(row: Pick<Tables['media'], (typeof columns)[number]>): MediaItem {
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

/** A first view of a list on a phone; more would only cost its visitor data. */
const pageSize = 12;

/** `GET media-room/{type}/{page}`: newest first, page 0 first. */
export function articleList(api: FastifyInstance, service: Service): void {
  readRoute(api, service, '/media-room/:type/:page', ({ type = '', page = '' }) => {
    if (!isMediaType(type) || !/^\d{1,6}$/.test(page)) return undefined;
    return {
      call: connectCalls.mediaList(type, Number(page)),
      load: async (db) => {
        const rows = await visibleArticles(db)
          .select(columns)
          .where('kind', '=', type)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(pageSize)
          .offset(Number(page) * pageSize)
          .execute();
        return rows.map(asMediaItem);
      },
    };
  });
}

/** `GET media-priority`: the featured items, in the order the company gave them. */
export function featuredArticles(api: FastifyInstance, service: Service): void {
  readRoute(api, service, connectCalls.mediaPriority, () => ({
    call: connectCalls.mediaPriority,
    load: async (db) => {
      const featured = visibleArticles(db)
        .select(columns)
        .where('priority', 'is not', null)
        .orderBy('priority')
        .orderBy('id');
      return (await featured.execute()).map(asMediaItem);
    },
  }));
}

/** `GET media/{id}`. */
export function oneArticle(api: FastifyInstance, service: Service): void {
  readRoute(api, service, '/media/:id', ({ id = '' }) => {
    if (!isUsableId(id)) return undefined;
    return {
      call: connectCalls.mediaDetail(id),
      load: async (db) => {
        const row = await visibleArticles(db).select(columns).where('id', '=', id).executeTakeFirst();
        return row && asMediaItem(row);
      },
    };
  });
}

/** No control characters, which PostgreSQL refuses, and nothing that could climb in a provider's paths. */
function isUsableId(id: string): boolean {
  return id.length <= 200 && !/\p{Cc}|\p{Cs}|[/\\]/u.test(id) && id !== '.' && id !== '..';
}
