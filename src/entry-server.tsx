import { prerender } from 'react-dom/static';

import { dataPages, type PageCall, pageCalls } from './api/data-pages.ts';
import { parseArticles } from './api/responses.ts';
import { App } from './app.tsx';
import { SanitizerContext } from './components/rich-text.tsx';
import { matchPage, type PageMatch } from './lib/match-page.ts';
import type { Sanitize } from './lib/safe-html.ts';
import { type PageName, pages } from './paths.ts';
import { loadRoute } from './routes.tsx';

/** A connect API response; null after a timeout. */
type PageResponse = { status: number; payload: unknown } | null;

/** `missing`: the subject does not exist. `unavailable`: only the shell can be rendered. */
type Collected = { data: Record<string, unknown>; state: 'complete' | 'missing' | 'unavailable' };

/** Template name -> a path that uses all styles of the template when rendered with sample data. */
export const samples: Record<string, string> = Object.assign(
  { notFound: pages.notFound.path },
  ...(Object.keys(dataPages) as PageName[]).map(
    (name) => dataPages[name]?.samples ?? { [name]: pages[name].path },
  ),
);

/** Returns a data page's template and canonical path. */
export function locate({ name, params }: PageMatch, search: string): { template: string; path: string } {
  const page = dataPages[name];
  if (page === undefined) throw new Error(`${name} is not a data page.`);
  return {
    template: page.template?.(search) ?? name,
    path: page.address?.(params, search) ?? fillIn(pages[name].path, params),
  };
}

function fillIn(pattern: string, params: PageMatch['params']): string {
  return pattern.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** Renders a path, which may include a query. `data`: parsed payloads by SWR key. */
export async function render(path: string, data: Record<string, unknown> = {}) {
  const { pathname, search, match } = parsePath(path);
  await loadRoute(match, search);
  const sanitize = dataPages[match.name]?.hasRichText ? await serverSanitizer() : null;
  const app = (
    <SanitizerContext value={sanitize}>
      <App data={data} ssrPath={pathname} ssrSearch={search} />
    </SanitizerContext>
  );
  const { prelude } = await prerender(app, {
    // Otherwise React sends a long page as a fallback to be replaced by an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const output = await new Response(prelude as ReadableStream).text();
  return splitHead(output);
}

/** Requests the data that `render` needs for a page's first view. */
export async function collect(
  path: string,
  ask: (call: string) => Promise<PageResponse>,
): Promise<Collected> {
  const { match, search } = parsePath(path);
  const collected: Collected = { data: {}, state: 'complete' };
  const calls = pageCalls(match, search);
  const responses = await Promise.all(calls.map(({ call }) => ask(call)));
  for (const [index, call] of calls.entries()) addResponse(call, responses[index] ?? null, collected);
  // The not-found page needs no other data.
  if (collected.state === 'missing')
    for (const { call, isMain } of calls) if (!isMain) delete collected.data[call];
  return collected;
}

/** Converts a list's payload for the feeds. */
export function feedEntries(
  payload: unknown,
): { id: string; title: string; createdAt: string; text: string }[] {
  return parseArticles(payload).map(({ id, title, date, excerpt: text }) => ({
    id,
    title,
    createdAt: date.iso ?? '',
    text,
  }));
}

function addResponse(
  { call, read, isMain, isMissing }: PageCall,
  response: PageResponse,
  collected: Collected,
): void {
  const isKnown = response?.status === 200 || (response?.status === 404 && isMissing !== undefined);
  if (!isKnown) {
    if (isMain) collected.state = 'unavailable';
    return;
  }
  const value = read(response.payload);
  if (value === undefined) return;
  collected.data[call] = value;
  if (isMissing?.(value) && collected.state === 'complete') collected.state = 'missing';
}

function parsePath(path: string) {
  const [pathname = '/', search = ''] = path.split('?');
  return { pathname, search, match: matchPage(pathname) };
}

let sanitizer: Promise<Sanitize> | undefined;

/** Created on first use, because jsdom loads slowly. Retried after a failure. */
function serverSanitizer(): Promise<Sanitize> {
  sanitizer ??= Promise.all([import('jsdom'), import('./lib/safe-html.ts')])
    .then(([{ JSDOM }, { createSanitizer }]) =>
      createSanitizer(new JSDOM('').window, new URL(import.meta.env.SITE_URL).origin),
    )
    .catch((error: unknown) => {
      sanitizer = undefined;
      throw error;
    });
  return sanitizer;
}

/** Splits off the `<title>`, `<meta>` and `<link>` that React puts before a fragment. */
function splitHead(output: string): { head: string; html: string } {
  const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(output)?.[0] ?? '';
  return { head: hoisted, html: output.slice(hoisted.length) };
}
