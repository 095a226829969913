import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import { Dialog } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Status } from '#src/components/status.tsx';
import { outboxWords as words } from '#src/content/outbox.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { isListed, needsVisitor } from '#src/outbox/due.ts';
import { formOf } from '#src/outbox/page/actions.ts';
import { openForms, submissions } from '#src/outbox/page/submissions.ts';
import { startOutbox } from '#src/outbox/page/triggers.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { company, telUrl } from '#src/words/site.ts';

import { OutboxEntry } from './outbox-entry.tsx';
import { ReceiptNote } from './outbox-receipts.tsx';

/** Reports sent records. While records are waiting, shows a button that lists them. */
export function OutboxControl() {
  const [, navigate] = useLocation();
  const { ids } = useProxyState(openForms);
  const { all } = useProxyState(submissions);
  const listed = all.filter((record) => isListed(record, Date.now()) && !ids.includes(record.id));
  const attention = listed.some((record) => needsVisitor(record, Date.now())) ? `, ${words.attention}` : '';
  const [isOpen, setIsOpen] = useState(false);
  const intro = useRef<HTMLDivElement>(null);
  useEffect(startOutbox, []);
  // The entry that had the focus was removed.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) intro.current?.focus();
  });
  const edit = (record: Submission) => {
    setIsOpen(false);
    navigate(...formOf(record));
  };
  return (
    <>
      <ReceiptNote />
      {listed.length > 0 && (
        <button
          type="button"
          className="toast show toast-body hstack flex-wrap justify-content-between gap-2 outbox-control"
          onClick={() => setIsOpen(true)}
        >
          <Icon name="inbox" />
          <span>{`${words.name}: ${listed.length} ${words.waiting}${attention}`}</span>
        </button>
      )}
      <Dialog open={isOpen} title={words.name} onClose={() => setIsOpen(false)}>
        <div tabIndex={-1} ref={intro}>
          <Status>{listed.length === 0 ? words.empty : words.intro}</Status>
        </div>
        {listed.length > 0 && (
          <>
            <ul className="list-unstyled">
              {listed.map((record) => (
                <OutboxEntry key={record.id} record={record} onEdit={() => edit(record)} />
              ))}
            </ul>
            <p>
              {words.otherWays} <a href={telUrl(company.phones[0])}>{company.phones[0]}</a>,{' '}
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </p>
          </>
        )}
      </Dialog>
    </>
  );
}
