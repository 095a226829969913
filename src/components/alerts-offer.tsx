import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { whenNear } from '#src/lib/when-near.ts';

const AlertsSwitch = lazy(() =>
  import('./alerts-switch.tsx').then(
    (module) => ({ default: module.AlertsSwitch }),
    (error: unknown) => {
      console.warn('Alerts could not be loaded.', error);
      return { default: () => null };
    },
  ),
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
      <Suspense>{isNear && <AlertsSwitch />}</Suspense>
    </div>
  );
}
