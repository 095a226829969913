import { registerRoute, setCatchHandler } from 'workbox-routing';

import { canonicalPath, savedPath } from '#src/paths.ts';
import { isServerPath } from '#src/server-paths.ts';

import { connectBase } from './connect-base.ts';
import { documentOf, isPrerendered, isSiteFile, shellOf, siteFiles } from './precache.ts';

/** Files such as feeds and the sitemap. */
const fileEnding = /\.[a-z][a-z0-9]*$/i;

export function servePages(): void {
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
    ({ request, url, event }) => servePage(request, url, event),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isSiteFile(url.pathname),
    ({ url, event }) => siteFiles.handle({ request: new Request(url.pathname), event }),
  );
  // Use the network if the caches cannot be read.
  setCatchHandler(({ request }) => fetch(request));
}

/** Checks the shells first, because a provider's id may look like a file name. */
export function isPage(address: string): boolean {
  const pathname = canonicalPath(address, isPrerendered);
  if (isSiteFile(shellOf(pathname))) return true;
  const isApi = `${location.origin}${pathname}/`.startsWith(`${connectBase}/`);
  return !isApi && !isServerPath(pathname) && !fileEnding.test(pathname);
}

/** Ignores the query, which does not change the HTML. */
async function servePage(request: Request, { pathname, search }: URL, event: ExtendableEvent) {
  const path = canonicalPath(pathname, isPrerendered);
  if (path !== pathname) return Response.redirect(location.origin + path + search);
  const file = documentOf(path);
  const page = isSiteFile(file)
    ? await siteFiles.handle({ request: new Request(file), event }).catch(() => undefined)
    : undefined;
  try {
    // A later version may have moved or removed this page.
    return page?.ok ? page : await fetch(request);
  } catch (error) {
    if (path === savedPath) throw error;
    return Response.redirect(`${savedPath}?for=${encodeURIComponent(path + search)}`);
  }
}
