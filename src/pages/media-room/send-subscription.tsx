import { submit } from '#src/api/submit.ts';
import { MessageDialog } from '#src/components/dialog.tsx';
import { outcomeMessages } from '#src/content/outcomes.ts';
import { flagOf } from '#src/contract/answer.ts';
import { validateSubscription } from '#src/contract/subscription.ts';
import type { Outcome } from '#src/outbox/first-attempt.ts';

/** `problem`: something typed is wrong, and nothing was sent. */
export async function sendSubscription(
  fields: Record<string, unknown>,
  isOpen: () => boolean,
): Promise<{ outcome: Outcome } | { problem: string }> {
  const checked = validateSubscription(fields);
  if (!checked.ok) return { problem: checked.problems[0]?.message ?? '' };
  return { outcome: await submit('subscribe', { ...checked.value, ...flagOf(fields) }, '', isOpen) };
}

type SubscribeThanksProps = { outcome: Outcome | undefined; onClose: () => void };

/** Says truthfully what became of a subscription. */
export function SubscribeThanks({ outcome, onClose }: SubscribeThanksProps) {
  const message = outcome && outcomeMessages.subscribe[outcome.type]('', outcome.message);
  return <MessageDialog message={message} onClose={onClose} />;
}
