import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '#src/components/error-boundary.tsx';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Loads a switch after the page: for vacancy alerts, or with a secret for news about that application. */
export function AlertsOffer({ secret }: { secret?: string }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <AlertsSwitch secret={secret} />
      </Suspense>
    </ErrorBoundary>
  );
}
