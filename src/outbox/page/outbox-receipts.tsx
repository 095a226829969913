import { timeText } from '#src/components/deadline.tsx';
import { FollowLink } from '#src/components/follow-link.tsx';
import { focusMain } from '#src/components/keep-focus.ts';
import { Toast } from '#src/components/toast.tsx';
import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { forms } from '#src/contract/forms.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { openForms, submissions } from '#src/outbox/page/submissions.ts';
import { acknowledge } from '#src/outbox/page/submit.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { SubmissionName } from './submission-name.tsx';

/** Lists records sent in the background until the visitor dismisses them. */
export function ReceiptNote() {
  const { ids } = useProxyState(openForms);
  const { all } = useProxyState(submissions);
  const sent = all.filter(({ id, state }) => state === 'sent' && !ids.includes(id));
  const dismiss = () => {
    // The button is about to be removed.
    focusMain();
    Promise.all(sent.map(acknowledge)).catch(console.warn);
  };
  return (
    <div role="status">
      {sent.length > 0 && (
        <Toast label={ui.dismiss} onPress={dismiss}>
          {outcomeWords.sent}
          <ul className="list-unstyled">
            {sent.map((record) => (
              <li key={record.id}>
                <SubmissionName record={record} />
                <span>{receiptText(record)}</span>
                {record.secret && (
                  <div className="hstack flex-wrap gap-2">
                    <FollowLink id={record.id} secret={record.secret} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Toast>
      )}
    </div>
  );
}

function receiptText(record: Submission): string {
  const confirm = record.confirm ? `. ${forms.subscribe.words.confirm}` : '';
  return `, ${timeText(record.at)}${confirm}`;
}
