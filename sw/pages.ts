import { documentOf, isPagePath } from './documents.ts';
import { notKeptPage } from './not-kept.ts';
import { notFoundDocument, precache, siteFile } from './precache.ts';
import { serve } from './routes.ts';

/** Pages and their files: kept, or fetched and kept. A query belongs to the page's script, not to its html. */
export function servePages(): void {
  serve(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && /^\/[^/].*\/$/.test(url.pathname),
    async ({ url }) => Response.redirect(url.pathname.replace(/\/+$/, '') + url.search, 302),
  );
  serve(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
    async ({ request, url, event }) => {
      const document = documentOf(url.pathname);
      const isKnown = precache.getCacheKeyForURL(document) !== undefined;
      try {
        return await (isKnown ? siteFile(document, event) : fetch(request));
      } catch {
        return (isKnown ? undefined : await notFoundPage()) ?? notKeptPage();
      }
    },
  );
  serve(
    ({ url, sameOrigin }) => sameOrigin && precache.getCacheKeyForURL(url.pathname) !== undefined,
    ({ url, event }) => siteFile(url.pathname, event),
  );
}

/** The kept not-found page, with the status that says so. */
async function notFoundPage(): Promise<Response | undefined> {
  const page = await precache.matchPrecache(notFoundDocument);
  return page && new Response(page.body, { status: 404, headers: page.headers });
}
