import { shell } from '#src/content/interface.ts';
import { outboxTold } from '#src/content/outcomes.ts';
import { momentText } from '#src/lib/moment-text.ts';
import { pending } from '#src/state/pending.ts';
import { useSnapshot } from '#src/state/use-proxy-state.ts';

import { entryName } from './entry-name.ts';
import { dismissReceipts } from './outbox-actions.ts';

/** What was sent while nobody watched, until the visitor has seen it. */
export function ReceiptNote() {
  const { receipts } = useSnapshot(pending);
  return (
    <div role="status">
      {receipts.length > 0 && (
        <div className="snackbar">
          <div>
            {outboxTold.receipt}
            <ul className="receipt-list">
              {receipts.map((receipt) => (
                <li key={receipt.id}>
                  {entryName(receipt)}, {momentText(receipt.sentAt)}
                </li>
              ))}
            </ul>
          </div>
          <button type="button" className="btn btn-outline-light" onClick={() => void dismissReceipts()}>
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
