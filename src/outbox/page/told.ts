import { createElement, type ReactNode } from 'react';

import { Isolated } from '#src/components/isolated.tsx';
import { outcomeWords } from '#src/content/outcomes.ts';
import { forms } from '#src/contract/forms.ts';
import { isFileListed, isHere, type SentFile } from '#src/outbox/sent-file.ts';
import { placeOf, type Submission } from '#src/outbox/submission.ts';
import { sizeText } from '#src/words/files.ts';
import { formWords } from '#src/words/forms.ts';

import { SubmissionAddress, SubmissionName } from './submission-name.tsx';

/** Text of the dialog after "Submit". */
export type Told = {
  heading: ReactNode;
  text: string;
  address: ReactNode;
  record: Submission;
  isStored: boolean;
};

/** Returns undefined while the record is being sent, and if its open form shows the error or holds the only copy. */
export function told(record: Submission, isStored: boolean): Told | undefined {
  const { kind, about, state, why, confirm } = record;
  const { words, staysOpen } = forms[kind];
  const message = why?.message ?? '';
  const thanks = {
    heading: createElement(Isolated, { sentence: words.heading, value: about }),
    address: createElement(SubmissionAddress, { record }),
    record,
    isStored,
  };
  const { failed: heading } = outcomeWords;
  // Report a 2xx even if it could not be stored.
  if (placeOf(record) === 'there') {
    const text = confirm ? formWords.subscribe.confirm : `${words.sent} ${filesText(record)}`;
    return { ...thanks, text: text.trim() };
  }
  const ended = endOf(record);
  if (ended) return { ...thanks, heading: createElement(SubmissionName, { record }), text: ended };
  if (!isStored) return undefined;
  if (state === 'waiting')
    return { ...thanks, text: `${why?.reason === 'offline' ? words.offline : words.service} ${comeBack()}` };
  if (state !== 'refused' || staysOpen) return undefined;
  return { ...thanks, heading, text: outcomeWords.refused(message) };
}

/** How a text that was at the server has ended, in words. */
export function endOf({ why }: Submission): string | undefined {
  return why?.reason === 'deleted' || why?.reason === 'lost' ? outcomeWords.gone[why.reason] : undefined;
}

/** What happens to the files of a delivered text. */
function filesText({ kind, files = [] }: Submission): string {
  const here = files.filter(isHere);
  if (here.length > 0) return outcomeWords.filesFollow(kind === 'apply', here.length, sizeText(sum(here)));
  return files.some(isFileListed) ? outcomeWords.filesStay : '';
}

const sum = (files: SentFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);

/** Without Background Sync only an open page sends it; on iOS the app and the browser have separate storage. */
function comeBack(): string {
  const { comeBack, here, inApp, inBrowser } = outcomeWords;
  if ('SyncManager' in window) return comeBack(here);
  return comeBack('standalone' in navigator && navigator.standalone === true ? inApp : inBrowser);
}
