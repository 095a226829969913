import type { FastifyInstance } from 'fastify';

import { connectCalls } from '#src/paths.ts';

import { visibleMedia } from '../store/on-the-site.ts';
import { asMediaItem, mediaColumns } from './media-answers.ts';
import { readRoute, type Service } from './service.ts';

/** `GET media-priority`: the featured items, in the order the company gave them. */
export function mediaPriority(api: FastifyInstance, service: Service): void {
  readRoute(api, service, connectCalls.mediaPriority, () => ({
    call: connectCalls.mediaPriority,
    load: async (db) => {
      const featured = visibleMedia(db)
        .select(mediaColumns)
        .where('priority', 'is not', null)
        .orderBy('priority')
        .orderBy('id');
      return (await featured.execute()).map(asMediaItem);
    },
  }));
}
