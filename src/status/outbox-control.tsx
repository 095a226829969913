import { useState } from 'react';

import { Icon } from '#src/components/icon.tsx';
import { outboxWords } from '#src/content/status.ts';
import { needsVisitor } from '#src/outbox/retry.ts';
import { pending } from '#src/state/pending.ts';
import { useSnapshot } from '#src/state/use-proxy-state.ts';

import { OutboxDialog } from './outbox-dialog.tsx';

/** There while anything waits on this device; opens the list of it. */
export function OutboxControl() {
  const { entries } = useSnapshot(pending);
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
