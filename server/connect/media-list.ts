import type { FastifyInstance } from 'fastify';

import { isMediaType } from '#src/contract/media.ts';
import { connectCalls } from '#src/paths.ts';

import { visibleMedia } from '../store/on-the-site.ts';
import { asMediaItem, mediaColumns } from './media-answers.ts';
import { readRoute, type Service } from './service.ts';

/** A first view of a list on a phone; more would only cost its visitor data. */
export const mediaPageSize = 12;

/** `GET media-room/{type}/{page}`: newest first, page 0 first. */
export function mediaList(api: FastifyInstance, service: Service): void {
  readRoute(api, service, '/media-room/:type/:page', ({ type = '', page = '' }) => {
    if (!isMediaType(type) || !/^\d{1,6}$/.test(page)) return undefined;
    return {
      call: connectCalls.mediaList(type, Number(page)),
      load: async (db) => {
        const rows = await visibleMedia(db)
          .select(mediaColumns)
          .where('kind', '=', type)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(mediaPageSize)
          .offset(Number(page) * mediaPageSize)
          .execute();
        return rows.map(asMediaItem);
      },
    };
  });
}
