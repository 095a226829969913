import type { FastifyInstance } from 'fastify';

import { connectCalls } from '#src/paths.ts';

import { visibleMedia } from '../store/on-the-site.ts';
import { asMediaItem, mediaColumns } from './media-answers.ts';
import { readRoute, type Service } from './service.ts';

/** `GET media/{id}`. */
export function mediaDetail(api: FastifyInstance, service: Service): void {
  readRoute(api, service, '/media/:id', ({ id = '' }) => {
    if (!isUsableId(id)) return undefined;
    return {
      call: connectCalls.mediaDetail(id),
      load: async (db) => {
        const row = await visibleMedia(db).select(mediaColumns).where('id', '=', id).executeTakeFirst();
        return row && asMediaItem(row);
      },
    };
  });
}

/** No control characters, which PostgreSQL refuses, and nothing that could climb in a provider's paths. */
function isUsableId(id: string): boolean {
  return id.length <= 200 && !/\p{Cc}|\p{Cs}|[/\\]/u.test(id) && id !== '.' && id !== '..';
}
