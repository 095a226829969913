import { shell } from '#src/content/interface.ts';
import { outboxMessages } from '#src/content/outcomes.ts';
import { pending } from '#src/state/pending.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { FollowLink } from './follow-link.tsx';
import { dismissReceipts } from './outbox-actions.ts';
import { entryName, momentText } from './outbox-entry.tsx';

/** What was sent while nobody watched, until the visitor has seen it. */
export function ReceiptNote() {
  const { receipts } = useProxyState(pending);
  return (
    <div role="status">
      {receipts.length > 0 && (
        <div className="snackbar">
          <div>
            {outboxMessages.receipt}
            <ul className="receipt-list">
              {receipts.map((receipt) => (
                <li key={receipt.id}>
                  {entryName(receipt)}, {momentText(receipt.sentAt)}
                  {receipt.secret !== undefined && (
                    <>
                      {'. '}
                      <FollowLink secret={receipt.secret} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
          <button type="button" className="btn" onClick={() => void dismissReceipts()}>
            {shell.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
