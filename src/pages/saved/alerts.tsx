import { AlertsSlot } from '#src/components/alerts-slot.tsx';
import { Section } from '#src/components/section.tsx';
import { useFeature } from '#src/connect/features.ts';
import { saved } from '#src/content/saved.ts';

/** Whether this device is told of new vacancies: off in one press. */
export function Alerts() {
  if (!useFeature('alerts')) return null;
  return (
    <Section className="section-aside" heading={saved.alerts.heading}>
      <AlertsSlot />
    </Section>
  );
}
