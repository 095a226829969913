import { Suspense, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { SWRConfig } from 'swr';
import { type AroundNavHandler, Router, useLocation } from 'wouter';

import { ErrorBoundary } from './components/error-boundary.tsx';
import { Layout } from './components/layout.tsx';
import { RouteFocus } from './components/route-focus.tsx';
import { swrOptions } from './connect/swr-options.ts';
import { matchPage } from './lib/match-page.ts';
import { mayPrefetch } from './lib/may-prefetch.ts';
import { answerPress } from './lib/press-answer.ts';
import { pages } from './paths.ts';
import { loadRoute, RoutePage } from './routes.tsx';

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

/** Only hints: what fails here is asked for again, and told, when the visitor presses the link. */
function prefetchRoute(href: string): void {
  if (!mayPrefetch()) return;
  const { pathname, search } = new URL(href, location.href);
  loadRoute(pathname).catch(() => undefined);
  if (pages[matchPage(pathname).name].kind === 'data')
    import('./connect/prefetch.ts').then(
      ({ prefetchData }) => prefetchData(pathname, search),
      () => undefined,
    );
}

let latestNavigation = 0;
/** How long drawing the latest new page took, in ms; before the first one nobody knows. */
let latestDrawing = Number.POSITIVE_INFINITY;
/** A transition first takes pictures of both pages: on a device slower than this it would be a wait. */
const drawingWithinFrame = 16;

/** The old page stays until the new one's chunk is here; without it the browser loads the document. */
const navigateWhenLoaded: AroundNavHandler = (navigate, to, options) => {
  const { pathname } = new URL(to, location.href);
  latestNavigation += 1;
  if (pathname === location.pathname) {
    flushSync(() => navigate(to, options));
    return;
  }
  const show = () => {
    const began = performance.now();
    answerPress(() => flushSync(() => navigate(to, options)));
    latestDrawing = performance.now() - began;
  };
  const wanted = latestNavigation;
  loadRoute(pathname).then(
    () => {
      // The visitor may have pressed another link meanwhile: the last one counts.
      if (wanted !== latestNavigation) return;
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const slow = latestDrawing > drawingWithinFrame;
      if (still || slow || !document.startViewTransition) show();
      // One that is skipped, because the next one begins, shows its page all the same.
      else document.startViewTransition(show).ready.catch(() => undefined);
    },
    () => location.assign(to),
  );
};
