import type { Outcome } from '#src/connect/submit.ts';
import { mediaRoom } from '#src/content/media-room.ts';

import { Dialog } from './dialog.tsx';

const words = mediaRoom.thanks;

type SubscribeThanksProps = { outcome: Outcome | undefined; onClose: () => void };

/** Says truthfully what became of a subscription. */
export function SubscribeThanks({ outcome, onClose }: SubscribeThanksProps) {
  const failed = outcome?.type === 'refused' || outcome?.type === 'not-kept';
  return (
    <Dialog
      open={outcome !== undefined}
      title={failed ? words.refusedHeading : words.heading}
      onClose={onClose}
      isStatic
    >
      <p>{outcome && textOf(outcome)}</p>
    </Dialog>
  );
}

function textOf(outcome: Outcome): string {
  switch (outcome.type) {
    case 'sent':
      return words.sent;
    case 'waiting':
      return outcome.because === 'offline' ? words.offline : words.trying;
    case 'refused':
      return `${words.refused} ${outcome.message}`;
    case 'not-kept':
      return `${outcome.message} ${words.notKept}`;
  }
}
