import { Suspense, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { SWRConfig } from 'swr';
import { type AroundNavHandler, Router, useLocation } from 'wouter';

import { ErrorBoundary } from './components/error-boundary.tsx';
import { Layout } from './components/layout.tsx';
import { RouteFocus } from './components/route-focus.tsx';
import { statusChunk } from './components/status-chunk.ts';
import { swrOptions } from './connect/swr-options.ts';
import { chunk } from './lib/chunk.ts';
import { matchPage } from './lib/match-page.ts';
import { answerPress } from './lib/press-answer.ts';
import { mayPrefetch } from './lib/saves-data.ts';
import { pages } from './paths.ts';
import { loadRoute, RoutePage } from './routes.tsx';
import { connection, leaveWhenAnswered } from './state/connection.ts';

type AppProps = {
  /** Connect answers by SWR key that came with the html; the first render shows them without a fetch. */
  data: Record<string, unknown>;
  /** Called once after hydration. */
  onReady?: () => void;
  ssrPath?: string;
  ssrSearch?: string;
};

export function App({ data, onReady, ssrPath, ssrSearch }: AppProps) {
  return (
    <ErrorBoundary>
      <SWRConfig value={{ ...swrOptions, fallback: data }}>
        <Router ssrPath={ssrPath} ssrSearch={ssrSearch} aroundNav={navigateWhenLoaded}>
          <Layout prefetch={prefetchRoute}>
            <CurrentPage />
          </Layout>
          <ErrorBoundary fallback={null}>
            <RouteFocus />
            <Ready tell={onReady} />
          </ErrorBoundary>
        </Router>
      </SWRConfig>
    </ErrorBoundary>
  );
}

/** The last effect of hydration. */
function Ready({ tell }: { tell: AppProps['onReady'] }) {
  useEffect(() => tell?.(), [tell]);
  return null;
}

function CurrentPage() {
  const [pathname] = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<div className="page-loading" aria-busy="true" />}>
        <RoutePage pathname={pathname} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** In one file with all that reads the connect API's answers. */
const prefetchChunk = chunk(() => import('./connect/prefetch.ts'));

/** What a page needs of code beside its html. Where any of it cannot be had, the page's document brings all. */
async function loadCode({ pathname, search }: URL): Promise<void> {
  const hasData = pages[matchPage(pathname).name].kind === 'data';
  await Promise.all([loadRoute(pathname, search), hasData && prefetchChunk.load()]);
}

/** Only hints: after one that failed, the press on the link loads the document. */
function prefetchRoute(href: string): void {
  if (!mayPrefetch() || !connection.online) return;
  const url = new URL(href, location.href);
  loadCode(url).then(
    () => prefetchChunk.value()?.prefetchData(url.pathname, url.search),
    () => undefined,
  );
}

/** The worker answers from what it keeps; without one, a page that stands is left only for one that can come. */
function loadDocument(to: string): void {
  const go = () => location.assign(to);
  // Without the status bar nobody would say that the visitor is offline.
  if (navigator.serviceWorker?.controller || statusChunk.value() === undefined) go();
  else void leaveWhenAnswered(go);
}

let latestNavigation = 0;
/** How long drawing the latest new page took, in ms; before the first one nobody knows. */
let latestDrawing = Number.POSITIVE_INFINITY;
/** A transition first takes pictures of both pages: on a device slower than this it would be a wait. */
const drawingWithinFrame = 16;

/** The old page stays until the new one's chunk is here; without it the browser loads the document. */
const navigateWhenLoaded: AroundNavHandler = (navigate, to, options) => {
  const url = new URL(to, location.href);
  latestNavigation += 1;
  if (url.pathname === location.pathname) {
    flushSync(() => navigate(to, options));
    return;
  }
  const show = () => {
    const began = performance.now();
    answerPress(() => flushSync(() => navigate(to, options)));
    latestDrawing = performance.now() - began;
  };
  const wanted = latestNavigation;
  loadCode(url).then(
    () => {
      // The visitor may have pressed another link meanwhile: the last one counts.
      if (wanted !== latestNavigation) return;
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const slow = latestDrawing > drawingWithinFrame;
      if (still || slow || !document.startViewTransition) show();
      // One that is skipped, because the next one begins, shows its page all the same.
      else document.startViewTransition(show).ready.catch(() => undefined);
    },
    () => loadDocument(to),
  );
};
