/** What a visitor does with a record outside its form. */
import { forms, validate } from '#src/contract/forms.ts';
import { sendNow } from '#src/outbox/deliver.ts';
import { fileRemoved } from '#src/outbox/files.ts';
import { acknowledged, deleted, edited, hashOf, type Submission } from '#src/outbox/submission.ts';
import { pages, withId } from '#src/paths.ts';

import { pageOutbox } from './outbox.ts';

/** "Send now". Returns false if its form has to be opened, because the rules do not accept the text any more. */
export async function sendRecord({ id, kind, job, fields }: Submission): Promise<boolean> {
  const checked = validate(kind, { ...fields, job });
  if (checked.ok) await sendNow(pageOutbox(), id);
  else await change(id, (one) => edited(one, checked.problems.map(({ message }) => message).join(' ')));
  return checked.ok;
}

async function change(id: string, next: (record: Submission) => Submission | undefined): Promise<void> {
  await pageOutbox().store.change(id, (record) => record && next(record));
}

/** "Edit". */
export const editRecord = ({ id }: Submission) => change(id, edited);

/** "Delete" in the Outbox. */
export const deleteRecord = ({ id }: Submission) => change(id, deleted);

/** "Remove the file". */
export const removeFile = (id: string, sha256: string) => change(id, (one) => fileRemoved(one, sha256));

/** Arguments for `navigate`. The history state tells the form which record to open. */
export function formOf({ kind, job, id }: Pick<Submission, 'kind' | 'job' | 'id'>) {
  const { page, inPage } = forms[kind];
  return [withId(pages[page].path, job) + inPage, { state: { record: id } }] as const;
}

/** Records that the result for this text was shown. Does nothing if another tab has changed the text. */
export function acknowledge(shown: Submission): Promise<void> {
  const hash = hashOf(shown);
  return change(shown.id, (one) => (hashOf(one) === hash ? acknowledged(one) : one));
}
