import { thanksPath } from '#src/paths.ts';

import { documentOf } from './documents.ts';
import { precache } from './precache.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};

/** In the place of a page of ours that nothing answers and that is not kept: says so, and leads to those that are. */
export async function notKeptPage(pathname: string): Promise<Response> {
  const links = (await keptPages()).map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`);
  const way = links.length > 0 ? `<p>These pages are saved:</p><ul>${links.join('')}</ul>` : '';
  const sent = pathname === thanksPath ? '<p>If you have just sent a form, it has reached us.</p>' : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Not saved on this device</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1.25rem}li{margin:.5rem 0}</style>
</head><body><main><h1>This page is not saved on this device</h1>
${sent}<p>There is no connection to our site now.</p><p><a href="">Try again</a></p>${way}</main></body></html>`;
  return new Response(html, { status: 503, headers });
}

/** Addresses and titles of the kept pages, as their own html names them. */
async function keptPages(): Promise<{ path: string; title: string }[]> {
  const pages = [];
  for (const url of precache.getCachedURLs()) {
    const path = new URL(url).pathname.replace(/(?:\/index)?\.html$/, '') || '/';
    // Neither a shell nor the not-found page is a page by its own name.
    if (!url.endsWith('.html') || /\/(?:shell|404)\.html$/.test(url)) continue;
    const html = await (await precache.matchPrecache(url))?.text();
    const title = html && /<title>([^<]*)<\/title>/.exec(html)?.[1];
    if (title && new URL(documentOf(path), location.href).href === url) pages.push({ path, title });
  }
  return pages;
}
