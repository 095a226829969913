import { Dialog } from '#src/components/dialog.tsx';
import type { Outcome } from '#src/connect/submit.ts';
import { toldWhen } from '#src/content/outcomes.ts';

type SubscribeThanksProps = { outcome: Outcome | undefined; onClose: () => void };

/** Says truthfully what became of a subscription. */
export function SubscribeThanks({ outcome, onClose }: SubscribeThanksProps) {
  const told = outcome && toldWhen.subscribe[outcome.type]('', outcome.message);
  return (
    <Dialog open={told !== undefined} title={told?.heading} onClose={onClose} isStatic>
      <p>{told?.text}</p>
    </Dialog>
  );
}
