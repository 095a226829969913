import { useId, useState } from 'react';

import { FormError } from '#src/components/field.tsx';
import { outboxTold } from '#src/content/outcomes.ts';
import { outboxWords } from '#src/content/status.ts';
import { momentText } from '#src/lib/moment-text.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';
import { isTooOld, needsVisitor } from '#src/outbox/retry.ts';

import { entryName } from './entry-name.ts';
import { removeEntry, sendEntry } from './outbox-actions.ts';
import { OutboxCopy } from './outbox-copy.tsx';

type OutboxItemProps = { entry: OutboxEntry; onEdit: () => void };

/** One request that waits. */
export function OutboxItem({ entry, onEdit }: OutboxItemProps) {
  const headingId = useId();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState('');

  async function attempt(action: Promise<void>): Promise<void> {
    setSending(true);
    setFailure('');
    await action.catch((error: unknown) => setFailure(`${outboxWords.failed} ${String(error)}`));
    setSending(false);
  }

  return (
    <li className="outbox-entry">
      <h3 id={headingId} className="h5">
        {entryName(entry)}
      </h3>
      <p>
        {entry.payload.name}, {entry.payload.email}. {outboxWords.since} {momentText(entry.createdAt)}.
      </p>
      <p role="status">{sending ? outboxWords.sending : stateOf(entry)}</p>
      <FormError
        message={failure || (entry.problem === undefined ? '' : outboxTold.refused(entry.problem))}
      />
      <div className="outbox-actions">
        <button
          type="button"
          className="btn btn-primary"
          aria-describedby={headingId}
          disabled={sending}
          onClick={() => void attempt(sendEntry(entry.id))}
        >
          {outboxWords.sendNow}
        </button>
        {entry.problem !== undefined && (
          <button type="button" className="btn btn-outline-primary" disabled={sending} onClick={onEdit}>
            {outboxWords.edit}
          </button>
        )}
        <button
          type="button"
          className="btn btn-outline-primary"
          aria-describedby={headingId}
          onClick={() => void attempt(removeEntry(entry.id))}
        >
          {outboxWords.delete}
        </button>
      </div>
      {needsVisitor(entry, Date.now()) && <OutboxCopy name={entryName(entry)} payload={entry.payload} />}
    </li>
  );
}

function stateOf(entry: OutboxEntry): string {
  if (entry.problem !== undefined) return '';
  return isTooOld(entry, Date.now()) ? outboxTold['too-old'] : outboxTold[`waiting-${entry.waitsFor}`];
}
