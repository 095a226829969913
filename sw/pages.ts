import { PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { documentOf, isPagePath } from './documents.ts';
import { notFoundPage, precache } from './precache.ts';

/** Pages and their files out of the precache; a query belongs to the page's script, not to its html. */
export function servePages(): void {
  registerRoute(
    new NavigationRoute(
      ({ url }) => Promise.resolve(Response.redirect(url.pathname.replace(/\/+$/, '') + url.search, 302)),
      {
        allowlist: [/^\/[^/?][^?]*\/(?:\?|$)/],
      },
    ),
  );
  registerRoute(
    new PrecacheRoute(precache, {
      ignoreURLParametersMatching: [/./],
      urlManipulation: ({ url }) => {
        if (!isPagePath(url.pathname)) return [];
        const document = new URL(documentOf(url.pathname), url);
        return [document];
      },
    }),
  );
}

/** What no kept html answers: the network, and without one the not-found page or a plain word. */
export function answerUnknownPages(): void {
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isPagePath(url.pathname),
    async ({ request, url }) => {
      try {
        return await fetch(request);
      } catch {
        return pageWithoutNetwork(url);
      }
    },
  );
}

async function pageWithoutNetwork(url: URL): Promise<Response> {
  const isKnown = precache.getCacheKeyForURL(documentOf(url.pathname)) !== undefined;
  const page = isKnown ? undefined : await notFoundPage();
  return (
    page ?? new Response(notKept, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  );
}

/** Only where the visitor saves data and asks for a page that was never opened. */
const notKept = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Not saved on this device</title><h1>This page is not saved on this device</h1>
<p>You are offline, and this page was not opened here before. <a href="/">Home</a></p></html>`;
