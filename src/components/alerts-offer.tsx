import { lazy, Suspense } from 'react';

import { ErrorBoundary } from './error-boundary.tsx';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Loads the switch after the page. */
export function AlertsOffer() {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <AlertsSwitch />
      </Suspense>
    </ErrorBoundary>
  );
}
