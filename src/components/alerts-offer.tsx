import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { whenNear } from '#src/lib/when-near.ts';

import { ErrorBoundary } from './error-boundary.tsx';

const AlertsPanel = lazy(() =>
  import('./alerts-panel.tsx').then(({ AlertsPanel: component }) => ({ default: component })),
);

/** Offers alerts; loads the rest, and asks what the service can do, only once the visitor comes near. */
export function AlertsOffer() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => whenNear(place.current, () => setIsNear(true)), []);
  return (
    <div ref={place}>
      <ErrorBoundary fallback={null}>
        <Suspense>{isNear && <AlertsPanel />}</Suspense>
      </ErrorBoundary>
    </div>
  );
}
