import { company } from '#src/content/company.ts';
import { outboxWords } from '#src/content/offline.ts';
import { pending } from '#src/state/pending.ts';
import { useSnapshot } from '#src/state/use-snapshot.ts';

import { Dialog } from './dialog.tsx';
import { OutboxItem } from './outbox-entry.tsx';

/** What waits on this device, since when, and what can be done about each. */
export function OutboxDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { entries } = useSnapshot(pending);
  return (
    <Dialog open={open} title={outboxWords.name} onClose={onClose}>
      {entries.length === 0 ? (
        <p role="status">{outboxWords.empty}</p>
      ) : (
        <>
          <p>{outboxWords.intro}</p>
          <ul className="outbox-list list-unstyled">
            {entries.map((entry) => (
              <OutboxItem key={entry.id} entry={entry} />
            ))}
          </ul>
          <p>
            {outboxWords.otherWays}{' '}
            <a href={`tel:${company.phones[0].replaceAll(' ', '')}`}>{company.phones[0]}</a>,{' '}
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        </>
      )}
    </Dialog>
  );
}
