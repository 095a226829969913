import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '#src/components/error-boundary.tsx';
import { NotLoaded } from '#src/components/not-loaded.tsx';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Loads the switch after the page. */
export function AlertsOffer() {
  return (
    <ErrorBoundary fallback={<NotLoaded />}>
      <Suspense>
        <AlertsSwitch />
      </Suspense>
    </ErrorBoundary>
  );
}
