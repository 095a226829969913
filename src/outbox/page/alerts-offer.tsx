import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '#src/components/error-boundary.tsx';
import { NotLoaded } from '#src/components/not-loaded.tsx';
import type { Submission } from '#src/outbox/submission.ts';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Loads a switch after the page: for vacancy alerts, or with a record for news about its application. */
export function AlertsOffer({ record }: { record?: Submission }) {
  return (
    <ErrorBoundary fallback={<NotLoaded />}>
      <Suspense>
        <AlertsSwitch record={record} />
      </Suspense>
    </ErrorBoundary>
  );
}
