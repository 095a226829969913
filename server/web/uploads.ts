import type { FastifyInstance } from 'fastify';

import { otherPaths } from '#src/server-paths.ts';

import { findPicture } from '../pictures/pictures.ts';
import type { Store } from '../store/open-store.ts';
import { svgPolicy } from './security-headers.ts';

/** Serves pictures from the store, which all servers share. */
export function serveUploads(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { name: string } }>(otherPaths.upload(':name'), async (request, reply) => {
    const file = await findPicture(store.db, request.params.name);
    if (file === undefined) return reply.callNotFound();
    reply.header('content-security-policy', svgPolicy).header('cross-origin-resource-policy', 'cross-origin');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.type(file.type).send(Buffer.from(file.bytes));
  });
}
