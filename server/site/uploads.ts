import { createHash } from 'node:crypto';
import { extname } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { otherPaths } from '#src/paths.ts';

import { svgPolicy } from '../http/security-headers.ts';
import type { Store } from '../store/open-store.ts';

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

export const pictureEndings = Object.keys(types);

/** Named after its content, so that browsers may keep it for ever. */
export function uploadOf(fileName: string, bytes: Uint8Array) {
  const ending = extname(fileName).toLowerCase();
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${hash}${ending}`, type: types[ending], bytes };
}

/** Serves the pictures that were published with articles; they are in the store, so that all servers have them. */
export function serveUploads(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { name: string } }>(otherPaths.upload(':name'), async (request, reply) => {
    const { name } = request.params;
    const file = /^[\w.-]+$/.test(name)
      ? await store.db.selectFrom('files').selectAll().where('name', '=', name).executeTakeFirst()
      : undefined;
    if (file === undefined) return reply.callNotFound();
    reply.header('content-security-policy', svgPolicy).header('cross-origin-resource-policy', 'cross-origin');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.type(file.type).send(Buffer.from(file.bytes));
  });
}
