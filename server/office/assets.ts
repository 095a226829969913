import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { root } from '../root.ts';
import { compressBody, responseBody, sendBody } from '../web/response-body.ts';
import { serverBundleDir } from '../web/server-bundle.ts';
import { officePaths } from './office-paths.ts';

/** Serves the office's scripts and styles at addresses that change with their content. */
export async function openAssets(app: FastifyInstance) {
  const serve = async (name: string, type: string, folder = 'server/office') => {
    const content = readFileSync(join(root, folder, name), 'utf8');
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    const path = `${officePaths.files}/${hash}/${name}`;
    const body = await compressBody(responseBody(`${type}; charset=utf-8`, content));
    app.get(path, { config: { role: 'none' } }, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendBody(request, reply, body);
    });
    return path;
  };
  const script = (name: string) => serve(name, 'text/javascript');
  return {
    stylesheet: await serve('office.css', 'text/css'),
    scripts: [await script('office.js'), await script('editor.js')],
    /** Loaded by the first paste that has html. */
    converter: await serve('from-html.js', 'text/javascript', serverBundleDir),
  };
}
