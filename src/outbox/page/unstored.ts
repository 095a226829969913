import { proxy, subscribe } from 'valtio/vanilla';

import { type Draft, type Submission, typed } from '#src/outbox/submission.ts';
import { updates } from '#src/state/updates.ts';

/** Text and results that could not be stored, by form. Global, so that they survive closing the form. */
export const unstored = proxy<Record<string, Submission & Pick<Draft, 'seen'>>>({});

// Ask before the document is left, unless the visitor only has to be told about a success.
subscribe(unstored, () => {
  updates.isTextUnsaved = Object.values(unstored).some(({ state }) => state !== 'sent');
  if (updates.isTextUnsaved) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
});

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Keeps the result of an earlier attempt that could not be stored either. */
export function rememberText(form: string, draft: Draft): void {
  const text = typed(undefined, draft, Date.now());
  if (text) unstored[form] = { ...text, ...unstored[form], ...draft };
  else delete unstored[form];
}
