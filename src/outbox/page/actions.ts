/** What a visitor does with a record outside its form. */
import { forms, validate } from '#src/contract/forms.ts';
import { sendNow } from '#src/outbox/deliver.ts';
import { acknowledged, edited, hashOf, type Submission } from '#src/outbox/submission.ts';
import { pages, withId } from '#src/paths.ts';

import { pageOutbox } from './outbox.ts';

/** "Send now". Returns false if its form has to be opened, because the rules do not accept the text any more. */
export async function sendRecord({ id, kind, job, fields }: Submission): Promise<boolean> {
  const checked = validate(kind, { ...fields, job });
  if (checked.ok) await sendNow(pageOutbox(), id);
  else await changeRecord(id, (one) => edited(one, checked.problems.map(({ message }) => message).join(' ')));
  return checked.ok;
}

export async function changeRecord(
  id: string,
  next: (record: Submission) => Submission | undefined,
): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && next(record));
}

/** Arguments for `navigate`. The history state tells the form which record to open. */
export function formOf({ kind, job, id }: Pick<Submission, 'kind' | 'job' | 'id'>) {
  const { page, inPage } = forms[kind];
  return [withId(pages[page].path, job) + inPage, { state: { record: id } }] as const;
}

/** Records that the result for this text was shown. Does nothing if another tab has changed the text. */
export function acknowledge(shown: Submission): Promise<void> {
  const hash = hashOf(shown);
  return changeRecord(shown.id, (one) => (hashOf(one) === hash ? acknowledged(one) : one));
}
