import { timeText } from '#src/components/deadline.tsx';
import { focusMain } from '#src/components/keep-focus.ts';
import { SiteLink } from '#src/components/link.tsx';
import { Status } from '#src/components/status.tsx';
import { Toast } from '#src/components/toast.tsx';
import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { forms } from '#src/contract/forms.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { acknowledge } from '#src/outbox/page/actions.ts';
import { openForms, submissions } from '#src/outbox/page/submissions.ts';
import { placeOf, type Submission } from '#src/outbox/submission.ts';
import { followPath } from '#src/paths.ts';

import { SubmissionAddress, SubmissionName } from './submission-name.tsx';
import { endOf } from './told.ts';

/** Lists what was sent in the background, or has proved to be gone, until the visitor dismisses it. */
export function ReceiptNote() {
  const { ids } = useProxyState(openForms);
  const { all, untold } = useProxyState(submissions);
  const isNew = ({ id, state }: Submission) => (state === 'sent' || state === 'gone') && !ids.includes(id);
  const told = [...all.filter(isNew), ...untold];
  const isSent = told.some((record) => placeOf(record) === 'there');
  const dismiss = () => {
    // The button is about to be removed.
    focusMain();
    submissions.untold = [];
    Promise.all(told.map(acknowledge)).catch(console.warn);
  };
  return (
    <Status>
      {told.length > 0 && (
        <Toast label={ui.dismiss} onPress={dismiss}>
          {isSent && outcomeWords.sent}
          <ul className="list-unstyled">
            {told.map((record) => (
              <li key={record.id}>
                <SubmissionName record={record} />
                <span>{receiptText(record)}</span>
                <SubmissionAddress record={record} />
                {record.secret && (
                  <SiteLink href={followPath(untold.includes(record) ? record.secret : record.id)}>
                    {outcomeWords.follow}
                  </SiteLink>
                )}
              </li>
            ))}
          </ul>
        </Toast>
      )}
    </Status>
  );
}

function receiptText(record: Submission): string {
  const ended = endOf(record);
  if (ended) return ` ${ended}`;
  const confirm = record.confirm ? `. ${forms.subscribe.words.confirm}` : '';
  return `, ${timeText(record.at)}${confirm}`;
}
