import type { FastifyReply, FastifyRequest } from 'fastify';

import { matchPage } from '#src/lib/match-page.ts';
import { canonicalPath, notFoundPath } from '#src/paths.ts';

import { prerenderedPages } from './prerendered-pages.ts';

/** Each page's file, except shells, which have no address, and the not-found page. */
export const pageFiles = new Map(
  prerenderedPages
    .filter(({ path, isShell }) => path !== notFoundPath && !isShell)
    .map(({ path, file }) => [path, file]),
);

export function pathOf({ url }: { url: string }): string {
  return url.split('?', 1).join();
}

/** The worker installs pages by the names of their files. */
export function isByWorker({ url }: FastifyRequest): boolean {
  return url.includes('__WB_REVISION__');
}

/** Sends other spellings of a page's address to the only one that the app knows. */
export async function redirectToCanonical(request: FastifyRequest, reply: FastifyReply) {
  const path = pathOf(request);
  const canonical = canonicalPath(path, (page) => pageFiles.has(page));
  if (path === canonical || isByWorker(request)) return;
  const isPage = matchPage(canonical).name !== 'notFound';
  const isKnown = isPage || request.server.hasRoute({ method: 'GET', url: canonical });
  // A browser reads `/media-room/..` and `/media-room/\` differently.
  const isPlain = URL.parse(canonical, 'http://localhost')?.pathname === canonical;
  if (isKnown && isPlain) return reply.redirect(canonical + request.url.slice(path.length), 308);
}

/**
 * Makes each `%` of a path that cannot be decoded an ordinary character: Fastify would answer it without our hooks. The same
 * with NUL, which PostgreSQL rejects.
 */
export function decodableUrl({ url = '/' }: { url?: string }): string {
  const path = pathOf({ url });
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
