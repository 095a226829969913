import { Suspense, useEffect } from 'react';

import { ServerDataContext } from './api/server-data.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { PageChange, RouteFocus } from './components/page-change.tsx';
import { Pages } from './components/stage.tsx';
import { Layout } from './layout.tsx';
import type { PageMatch } from './lib/match-page.ts';
import { mayPrefetch } from './lib/saves-data.ts';
import { loadRoute, RoutePage } from './routes.tsx';
import { connection } from './state/connection.ts';
import { statusChunk } from './status/status-slot.tsx';

type AppProps = {
  /** For `ServerDataContext`. */
  data: Record<string, unknown>;
  /** Called once after hydration. */
  onReady?: () => void;
  ssrPath?: string;
  ssrSearch?: string;
};

export function App({ data, onReady, ssrPath, ssrSearch }: AppProps) {
  return (
    <ErrorBoundary>
      <ServerDataContext value={data}>
        <PageChange
          load={loadCode}
          loadAhead={loadAhead}
          loadDocument={loadDocument}
          ssrPath={ssrPath}
          ssrSearch={ssrSearch}
        >
          <Layout>
            <Pages draw={drawPage} />
          </Layout>
          <ErrorBoundary fallback={null}>
            <RouteFocus />
            <Ready tell={onReady} />
          </ErrorBoundary>
        </PageChange>
      </ServerDataContext>
    </ErrorBoundary>
  );
}

/** The last effect of hydration. */
function Ready({ tell }: { tell: AppProps['onReady'] }) {
  useEffect(() => tell?.(), [tell]);
  return null;
}

function drawPage(match: PageMatch) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<div className="page-loading" aria-busy="true" />}>
        <RoutePage match={match} />
      </Suspense>
    </ErrorBoundary>
  );
}

async function loadCode(match: PageMatch, search: string): Promise<void> {
  await loadRoute(match, search);
}

/** Only hints: after one that failed, the press on the link loads the document. */
async function loadAhead(match: PageMatch, search: string): Promise<boolean> {
  if (!mayPrefetch() || !connection.online) return false;
  try {
    await loadCode(match, search);
  } catch {
    return false;
  }
  return true;
}

/** The worker answers from what it keeps; without one, a page that stands is left only for one that can come. */
function loadDocument(go: () => void): void {
  // Without the status bar nobody would say that the visitor is offline.
  if (navigator.serviceWorker?.controller || statusChunk.value() === undefined) go();
  else go();
}
