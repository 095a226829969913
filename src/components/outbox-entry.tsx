import { useId, useState } from 'react';

import { outboxWords } from '#src/content/offline.ts';
import { outboxTold } from '#src/content/told.ts';
import { momentText } from '#src/lib/moment-text.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';
import { removeEntry, sendEntry } from '#src/worker-bridge/outbox-actions.ts';

import { entryName } from './entry-name.ts';
import { FormError } from './field.tsx';
import { OutboxEdit } from './outbox-edit.tsx';

/** One request that waits. */
export function OutboxItem({ entry }: { entry: OutboxEntry }) {
  const headingId = useId();
  const [doing, setDoing] = useState<'nothing' | 'sending' | 'editing'>('nothing');
  const [failure, setFailure] = useState('');

  async function attempt(action: Promise<void>): Promise<void> {
    setDoing('sending');
    setFailure('');
    await action.catch((error: unknown) => setFailure(`${outboxWords.failed} ${String(error)}`));
    setDoing('nothing');
  }

  return (
    <li className="outbox-entry">
      <h3 id={headingId} className="h5">
        {entryName(entry)}
      </h3>
      <p>
        {entry.payload.name}, {entry.payload.email}. {outboxWords.since} {momentText(entry.createdAt)}.
      </p>
      <p role="status">{doing === 'sending' ? outboxWords.sending : stateOf(entry)}</p>
      <FormError
        message={failure || (entry.problem === undefined ? '' : outboxTold.refused(entry.problem))}
      />
      {doing === 'editing' ? (
        <OutboxEdit entry={entry} onSend={(sending) => void attempt(sending)} />
      ) : (
        <div className="outbox-actions">
          <button
            type="button"
            className="btn btn-primary"
            aria-describedby={headingId}
            disabled={doing === 'sending'}
            onClick={() => void attempt(sendEntry(entry.id))}
          >
            {outboxWords.sendNow}
          </button>
          {entry.problem !== undefined && (
            <button type="button" className="btn btn-outline-primary" onClick={() => setDoing('editing')}>
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
      )}
    </li>
  );
}

function stateOf(entry: OutboxEntry): string {
  if (entry.problem !== undefined) return '';
  return outboxTold[`waiting-${entry.waitsFor}`];
}
