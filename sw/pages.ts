import { registerRoute, setCatchHandler } from 'workbox-routing';

import { savedPath } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { documentOf, isSiteFile, shellOf, siteFiles } from './precache.ts';

/** The server's alone, and whatever ends like a file: feeds, the sitemap, uploads. */
const notOurs = /^\/(?:connect|healthz|office|preview|unsubscribe)(?:\/|$)|\.[a-z][a-z0-9]*$/i;

export function servePages(): void {
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
    ({ request, url, event }) => answerPage(request, url, event),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isSiteFile(url.pathname),
    ({ url, event }) => siteFiles.handle({ request: new Request(url.pathname), event }),
  );
  // A device whose caches cannot be read has the site as if there were no worker.
  setCatchHandler(({ request }) => fetch(request));
}

/** Whether an address is a page's. A provider's id may look like a file's name. */
export function isPage(pathname: string): boolean {
  if (isSiteFile(shellOf(pathname))) return true;
  return !notOurs.test(pathname) && !`${location.origin}${pathname}/`.startsWith(`${connectBase}/`);
}

/** A query belongs to the page's script, not to its html. */
async function answerPage(request: Request, { pathname, search }: URL, event: ExtendableEvent) {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  if (path !== pathname) return Response.redirect(location.origin + path + search);
  const file = documentOf(path);
  const page = isSiteFile(file)
    ? await siteFiles.handle({ request: new Request(file), event }).catch(() => undefined)
    : undefined;
  try {
    // A later version may have moved this page or taken it off: the server knows.
    return page?.ok ? page : await fetch(request);
  } catch (error) {
    if (path === savedPath) throw error;
    return Response.redirect(`${savedPath}?for=${encodeURIComponent(path + search)}`);
  }
}
