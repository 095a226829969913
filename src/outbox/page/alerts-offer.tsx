import { lazy } from 'react';

import { Later } from '#src/components/later.tsx';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then((module) => ({ default: module.AlertsSwitch })),
);

/** Loads the switch after the page. */
export function AlertsOffer() {
  return (
    <Later>
      <AlertsSwitch />
    </Later>
  );
}
