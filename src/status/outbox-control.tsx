import { useState } from 'react';

import { Dialog } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { company } from '#src/content/company.ts';
import { outboxWords } from '#src/content/status.ts';
import { clearDraft } from '#src/outbox/drafts.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';
import { needsVisitor } from '#src/outbox/retry.ts';
import { pages } from '#src/paths.ts';
import { pending } from '#src/state/pending.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { OutboxEdit } from './outbox-edit.tsx';
import { entryName, OutboxItem } from './outbox-entry.tsx';

/** There while anything waits on this device; opens the list of it. */
export function OutboxControl() {
  const { entries } = useProxyState(pending);
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    // What opened the dialog is gone when nothing waits any more; the focus must not go with it.
    if (pending.entries.length === 0) document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <>
      {entries.length > 0 && (
        <button type="button" className="snackbar outbox-control" onClick={() => setOpen(true)}>
          <Icon name="inbox" />
          {outboxWords.name}: {entries.length} {outboxWords.waiting}
          {entries.some((entry) => needsVisitor(entry, Date.now())) && `, ${outboxWords.attention}`}
        </button>
      )}
      <OutboxDialog open={open} onClose={close} />
    </>
  );
}

/** What waits on this device, since when, and what can be done about each. */
function OutboxDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { entries } = useProxyState(pending);
  // Held here, because another tab may send an entry that is being edited: its correction must not go with it.
  const [edited, setEdited] = useState<OutboxEntry[]>([]);
  const isWaiting = ({ id }: OutboxEntry) => entries.some((entry) => entry.id === id);
  const isEdited = ({ id }: OutboxEntry) => edited.some((entry) => entry.id === id);
  const stopEditing = ({ id }: OutboxEntry) => setEdited((all) => all.filter((entry) => entry.id !== id));
  const close = () => {
    for (const entry of edited) if (!isWaiting(entry)) void clearDraft(entry.id);
    setEdited((all) => all.filter(isWaiting));
    onClose();
  };
  const listed = [...entries, ...edited.filter((entry) => !isWaiting(entry))];
  return (
    <Dialog open={open} title={outboxWords.name} onClose={close}>
      {listed.length === 0 ? (
        <p role="status">{outboxWords.empty}</p>
      ) : (
        <>
          <p>{outboxWords.intro}</p>
          <ul className="outbox-list">
            {listed.map((entry) =>
              isEdited(entry) ? (
                <li className="outbox-entry" key={entry.id}>
                  <h3>{entryName(entry)}</h3>
                  <OutboxEdit entry={entry} isGone={!isWaiting(entry)} onDone={() => stopEditing(entry)} />
                </li>
              ) : (
                <OutboxItem key={entry.id} entry={entry} onEdit={() => setEdited((all) => [...all, entry])} />
              ),
            )}
          </ul>
          <p>
            {outboxWords.otherWays}{' '}
            <a href={`tel:${company.phones[0].replaceAll(' ', '')}`}>{company.phones[0]}</a>,{' '}
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        </>
      )}
      <p>
        <SiteLink href={pages.saved.path} onClick={close}>
          {pages.saved.title}
        </SiteLink>
      </p>
    </Dialog>
  );
}
