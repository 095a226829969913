import { prerender } from 'react-dom/static';

import { App } from './app.tsx';
import { matchPage } from './lib/match-page.ts';
import { loadRoute } from './routes.tsx';

export type Rendered = { html: string; head: string; status: 200 | 404 };

/** Renders a path; `data` holds connect answers by SWR key, `path` may carry a query. */
export async function render(path: string, data: Record<string, unknown> = {}): Promise<Rendered> {
  const [pathname = '/', search = ''] = path.split('?');
  await loadRoute(pathname);
  const { prelude } = await prerender(<App data={data} ssrPath={pathname} ssrSearch={search} />, {
    // React would send a long page as a fallback that an inline script replaces.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const output = await new Response(prelude as ReadableStream).text();
  return { ...splitHead(output), status: matchPage(pathname).name === 'notFound' ? 404 : 200 };
}

/** React puts hoisted `<title>`, `<meta>` and `<link>` in front of a fragment; they belong into `<head>`. */
function splitHead(output: string): { head: string; html: string } {
  const hoisted =
    /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>|<script type="application\/ld\+json">.*?<\/script>)*/.exec(
      output,
    )?.[0] ?? '';
  return { head: hoisted, html: output.slice(hoisted.length) };
}
