import { useEffect, useRef, useState } from 'react';

import { chunk, useLoaded } from '#src/lib/chunk.ts';

const offerChunk = chunk(() => import('./alerts-offer.tsx').then(({ AlertsOffer }) => AlertsOffer));

type AlertsSlotProps = {
  /** Types of vacancies to choose from. */
  kinds?: string[];
};

/** Where alerts are offered: its code comes when somebody comes near, or where the visitor has said yes before. */
export function AlertsSlot({ kinds = [] }: AlertsSlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const { value: AlertsOffer } = useLoaded(offerChunk, isWanted);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting) || isAllowed()) setIsWanted(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={element}>{AlertsOffer && <AlertsOffer kinds={kinds} />}</div>;
}

function isAllowed(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}
