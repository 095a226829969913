import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { whenNear } from '#src/lib/when-near.ts';

import { ErrorBoundary } from './error-boundary.tsx';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Loads the switch near the viewport, or at once if notifications are allowed already. */
export function AlertsOffer() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (window.Notification?.permission === 'granted') return setIsNear(true);
    return whenNear(place.current, () => setIsNear(true));
  }, []);
  return (
    <div ref={place}>
      <ErrorBoundary fallback={null}>
        <Suspense>{isNear && <AlertsSwitch />}</Suspense>
      </ErrorBoundary>
    </div>
  );
}
