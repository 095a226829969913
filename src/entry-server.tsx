import { prerender } from 'react-dom/static';

import { readArticles } from './api/answers.ts';
import { dataPages, type PageCall, pageCalls } from './api/data-pages.ts';
import { App } from './app.tsx';
import { SanitizerContext } from './components/rich-text.tsx';
import { excerpt, excerptLimits } from './lib/excerpt.ts';
import { matchPage, type PageMatch } from './lib/match-page.ts';
import type { Sanitize } from './lib/safe-html.ts';
import { type PageName, pages } from './paths.ts';
import { loadRoute } from './routes.tsx';

export type Rendered = { html: string; head: string; status: 200 | 404 };

/** What the connect API said to a call; null where it said nothing in time. */
export type Answer = { status: number; payload: unknown } | null;

/** `missing`: the API knows no such thing. `unavailable`: only the shell can be shown. */
type Collected = { data: Record<string, unknown>; state: 'complete' | 'missing' | 'unavailable' };

/** Frame name -> an address that shows, with sample answers, all that pages in this frame may show. */
export const samples: Record<string, string> = Object.assign(
  { notFound: pages.notFound.path },
  ...(Object.keys(dataPages) as PageName[]).map(
    (name) => dataPages[name]?.samples ?? { [name]: pages[name].path },
  ),
);

/** The frame of a page with data, and its one address. */
export function locate({ name, params }: PageMatch, search: string): { frame: string; path: string } {
  const page = dataPages[name];
  if (page === undefined) throw new Error(`${name} is no page with data.`);
  return {
    frame: page.frame?.(search) ?? name,
    path: page.address?.(params, search) ?? fillIn(pages[name].path, params),
  };
}

function fillIn(pattern: string, params: PageMatch['params']): string {
  return pattern.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** Renders a path; `data` holds connect answers by SWR key, `path` may carry a query. */
export async function render(path: string, data: Record<string, unknown> = {}): Promise<Rendered> {
  const { pathname, search, match } = readPath(path);
  const { name } = match;
  await loadRoute(match);
  const sanitize = dataPages[name]?.hasRichText ? await serverSanitizer() : null;
  const app = (
    <SanitizerContext value={sanitize}>
      <App data={data} ssrPath={pathname} ssrSearch={search} />
    </SanitizerContext>
  );
  const { prelude } = await prerender(app, {
    // React would send a long page as a fallback that an inline script replaces.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const output = await new Response(prelude as ReadableStream).text();
  return { ...splitHead(output), status: name === 'notFound' ? 404 : 200 };
}

/** Asks for what a page begins with and turns it into the `data` that `render` takes. */
export async function collect(path: string, ask: (call: string) => Promise<Answer>): Promise<Collected> {
  const { match, search } = readPath(path);
  const collected: Collected = { data: {}, state: 'complete' };
  const calls = pageCalls(match, search);
  const answers = await Promise.all(calls.map(({ call }) => ask(call)));
  for (const [index, call] of calls.entries()) take(call, answers[index] ?? null, collected);
  // The not-found page shows nothing else, so its html need not carry the lists.
  if (collected.state === 'missing')
    for (const { call, isMain } of calls) if (!isMain) delete collected.data[call];
  return collected;
}

/** A list's payload as feeds show it. */
export function feedEntries(
  payload: unknown,
): { id: string; title: string; createdAt: string; text: string }[] {
  return readArticles(payload).map(({ id, title, date, text }) => ({
    id,
    title,
    createdAt: date.iso ?? '',
    text: excerpt(text, excerptLimits.listText),
  }));
}

function take({ call, read, isMain, isMissing }: PageCall, answer: Answer, into: Collected): void {
  const isKnown = answer?.status === 200 || (answer?.status === 404 && isMissing !== undefined);
  if (!isKnown) {
    if (isMain) into.state = 'unavailable';
    return;
  }
  const value = read(answer.payload);
  if (value === undefined) return;
  into.data[call] = value;
  if (isMissing?.(value) && into.state === 'complete') into.state = 'missing';
}

function readPath(path: string) {
  const [pathname = '/', search = ''] = path.split('?');
  return { pathname, search, match: matchPage(pathname) };
}

let sanitizer: Promise<Sanitize> | undefined;

/** Made once, on first use: jsdom takes a moment to load. What failed is tried again by the next who asks. */
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

/** React puts hoisted `<title>`, `<meta>` and `<link>` in front of a fragment; they belong into `<head>`. */
function splitHead(output: string): { head: string; html: string } {
  const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(output)?.[0] ?? '';
  return { head: hoisted, html: output.slice(hoisted.length) };
}
