import { formWords } from './forms.ts';
import { type Outcome, outcomeWords, type ShownOutcome } from './outcomes.ts';

/** Adds the text of the dialog after a submission. `about`: the vacancy's name. */
export function withMessage(kind: keyof typeof formWords, about: string, outcome: Outcome): ShownOutcome {
  const { type, message, confirm } = outcome;
  const words = formWords[kind];
  const { failed } = outcomeWords;
  if (type === 'refused') return { ...outcome, heading: failed, text: outcomeWords.refused(message) };
  if (type === 'unstored') return { ...outcome, heading: failed, text: outcomeWords.unstored(message) };
  const text = type === 'sent' && confirm ? formWords.subscribe.confirm : words[type];
  return { ...outcome, heading: words.heading(about), text };
}
