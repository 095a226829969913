import { prerender } from 'react-dom/static';

import { App } from './app.tsx';
import { SanitizerContext } from './components/sanitizer-context.ts';
import { readEntries } from './connect/answers.ts';
import { type PageCall, pageCalls } from './connect/page-data.ts';
import { excerpt, excerptLimits } from './lib/excerpt.ts';
import { matchPage } from './lib/match-page.ts';
import type { Sanitize } from './lib/safe-html.ts';
import { loadRoute } from './routes.tsx';

export type Rendered = { html: string; head: string; status: 200 | 404 };

/** What the connect API said to a call; null where it said nothing in time. */
export type Answer = { status: number; payload: unknown } | null;

/** `missing`: the API knows no such thing. `unavailable`: only the shell can be shown. */
export type Collected = { data: Record<string, unknown>; state: 'complete' | 'missing' | 'unavailable' };

/** Renders a path; `data` holds connect answers by SWR key, `path` may carry a query. */
export async function render(path: string, data: Record<string, unknown> = {}): Promise<Rendered> {
  const { pathname, search } = splitPath(path);
  await loadRoute(pathname, search);
  const { name } = matchPage(pathname);
  const sanitize = name === 'mediaDetail' || name === 'vacancy' ? await serverSanitizer() : null;
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
  const { pathname, search } = splitPath(path);
  const collected: Collected = { data: {}, state: 'complete' };
  const calls = pageCalls(pathname, search);
  const answers = await Promise.all(calls.map(({ call }) => ask(call)));
  for (const [index, call] of calls.entries()) take(call, answers[index] ?? null, collected);
  return collected;
}

/** A list's payload as feeds show it. */
export function feedEntries(
  payload: unknown,
): { id: string; title: string; createdAt: string; text: string }[] {
  return readEntries(payload).map(({ id, title, date, text }) => ({
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

function splitPath(path: string): { pathname: string; search: string } {
  const [pathname = '/', search = ''] = path.split('?');
  return { pathname, search };
}

let sanitizer: Promise<Sanitize> | undefined;

/** Made once, on first use: jsdom takes a moment to load. */
function serverSanitizer(): Promise<Sanitize> {
  sanitizer ??= Promise.all([import('jsdom'), import('./lib/safe-html.ts')]).then(
    ([{ JSDOM }, { createSanitizer }]) =>
      createSanitizer(new JSDOM('').window, new URL(import.meta.env.SITE_URL).origin),
  );
  return sanitizer;
}

/** React puts hoisted `<title>`, `<meta>` and `<link>` in front of a fragment; they belong into `<head>`. */
function splitHead(output: string): { head: string; html: string } {
  const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(output)?.[0] ?? '';
  return { head: hoisted, html: output.slice(hoisted.length) };
}
