import { lazy, type ReactNode, Suspense } from 'react';

import { ErrorBoundary } from '#src/components/error-boundary.tsx';

const VacancyAlertsSwitch = lazy(async () => {
  const { turnOffVacancies } = await import('./followed.ts');
  const { VacancyAlertsSwitch: Switch } = await import('#src/components/alerts-switch.tsx');
  return { default: () => <Switch turnOff={turnOffVacancies} /> };
});

/** Loads a switch after the page; by default, the switch for vacancy alerts. */
export function AlertsOffer({ children = <VacancyAlertsSwitch /> }: { children?: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
