import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';

import { ServerDataContext } from './api/server-data.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Navigation, RouteAnnouncer } from './components/navigation.tsx';
import { Layout } from './layout/layout.tsx';
import { matchPage } from './lib/match-page.ts';
import { loadRoute, RoutePage } from './routes.tsx';
import { restoreState } from './state/persist.ts';

type AppProps = {
  /** The connect API's data in the HTML, by call. */
  data: Record<string, unknown>;
  ssrPath?: string;
  ssrSearch?: string;
};

export function App({ data, ...ssr }: AppProps) {
  return (
    <ErrorBoundary>
      <ServerDataContext value={data}>
        <Navigation {...ssr} load={loadRoute}>
          <Layout>
            <CurrentPage />
          </Layout>
        </Navigation>
      </ServerDataContext>
    </ErrorBoundary>
  );
}

function CurrentPage() {
  const [pathname] = useLocation();
  return (
    <Suspense fallback={<div className="page-loading" aria-busy="true" />}>
      <ErrorBoundary key={pathname}>
        <RoutePage match={matchPage(pathname)} />
      </ErrorBoundary>
      <RouteAnnouncer />
      <StoredState />
    </Suspense>
  );
}

/** Inside the Suspense boundary, because React hydrates its content after the effects outside it have run. */
function StoredState() {
  useEffect(restoreState, []);
  return null;
}
