import { createElement, type ReactNode } from 'react';

import { Isolated } from '#src/components/isolated.tsx';
import { outcomeWords } from '#src/content/outcomes.ts';
import { forms } from '#src/contract/forms.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import { placeOf, type Submission } from '#src/outbox/submission.ts';
import { sizeText } from '#src/words/attachments.ts';
import { formWords } from '#src/words/forms.ts';

import { SubmissionAddress } from './submission-name.tsx';

/** Text of the dialog after "Submit". */
export type Told = {
  heading: string;
  text: ReactNode;
  address: ReactNode;
  record: Submission;
  isStored: boolean;
};

/** Tells how an attempt has ended that its form does not show. */
export function told(record: Submission, isStored: boolean): Told {
  const { kind, about, state, why, confirm } = record;
  const { words } = forms[kind];
  const { headings } = outcomeWords;
  const say = (heading: keyof typeof headings, text: ReactNode) => ({
    heading: headings[heading],
    text,
    address: createElement(SubmissionAddress, { record }),
    record,
    isStored,
  });
  const sentence = (end: string) =>
    createElement(Isolated, { sentence: (value) => `${words.subject(value)} ${end}`.trim(), value: about });
  // Report a 2xx even if it could not be stored.
  if (placeOf(record) === 'there')
    return confirm
      ? say('confirm', formWords.subscribe.confirm)
      : say('there', sentence(`${words.sent} ${filesText(record)}`));
  const ended = endOf(record);
  if (ended) return say('refused', sentence(ended));
  if (state === 'waiting')
    return say(
      'waiting',
      sentence(`${outcomeWords[why?.reason === 'offline' ? 'offline' : 'service']} ${comeBack()}`),
    );
  return say('refused', outcomeWords.refused(why?.message ?? ''));
}

/** How a text that was at the server has ended, in words. */
export function endOf({ why }: Submission): string | undefined {
  return why?.reason === 'deleted' || why?.reason === 'lost' ? outcomeWords.gone[why.reason] : undefined;
}

/** What happens to the files of a delivered text. */
function filesText({ kind, files = [] }: Submission): string {
  const here = files.filter(isHere);
  if (here.length > 0) return outcomeWords.filesFollow(kind === 'apply', here.length, sizeText(sum(here)));
  return files.some(({ state }) => state === 'refused') ? outcomeWords.filesStay : '';
}

const sum = (files: SentFile[]) => files.reduce((bytes, { size }) => bytes + size, 0);

/** Without Background Sync only an open page sends it; on iOS the app and the browser have separate storage. */
function comeBack(): string {
  const { comeBack, inApp, inBrowser } = outcomeWords;
  if ('SyncManager' in window) return '';
  return comeBack('standalone' in navigator && navigator.standalone === true ? inApp : inBrowser);
}
