import { useFeature } from '#src/api/features.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';

import type { SavedSectionProps } from './on-this-phone.ts';

/** Whether this device is told of new vacancies: off in one press. */
export function Alerts({ phone: { worker } }: SavedSectionProps) {
  const canAlert = useFeature('alerts');
  // Nothing can be sent to a browser whose worker is gone.
  if (!canAlert || worker === 'forgotten') return null;
  return (
    <Section className="section-aside" heading={saved.alerts.heading}>
      <AlertsOffer />
    </Section>
  );
}
