import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { whenNear } from '#src/lib/when-near.ts';

import { ErrorBoundary } from './error-boundary.tsx';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Offers alerts; asks what the service can do only once the visitor comes near. */
export function AlertsOffer() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => whenNear(place.current, () => setIsNear(true)), []);
  return (
    <div ref={place}>
      <ErrorBoundary fallback={null}>
        <Suspense>{isNear && <AlertsSwitch />}</Suspense>
      </ErrorBoundary>
    </div>
  );
}
