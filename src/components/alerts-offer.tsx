import { lazy, type ReactNode, Suspense } from 'react';

import { ErrorBoundary } from './error-boundary.tsx';

const VacancyAlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.VacancyAlertsSwitch })),
);

/** Loads a switch after the page; by default, the one for vacancies. */
export function AlertsOffer({ children = <VacancyAlertsSwitch /> }: { children?: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
