import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { keepVisited, registerWorker } from '#src/worker-bridge/register.ts';

import { watchConnection } from './connection-watch.ts';
import { InstallOffer } from './install-offer.tsx';
import { OfflineStatus } from './offline-status.tsx';
import { OutboxControl } from './outbox-control.tsx';
import { startOutbox } from './outbox-triggers.ts';
import { ReceiptNote } from './receipt-note.tsx';
import { SaveOffer, SiteKeeping } from './site-keeping.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

let started = false;

/** What every page says about itself: connection, outbox, version, installation. */
export function StatusBar() {
  const [pathname] = useLocation();
  useEffect(startBridge, []);
  useEffect(() => void keepVisited(pathname), [pathname]);
  return (
    <>
      <InstallOffer />
      <SaveOffer />
      <div className="status-bar">
        <OfflineStatus />
        <SiteKeeping />
        <ReceiptNote />
        <UpdatePrompt />
        <OutboxControl />
      </div>
    </>
  );
}

function startBridge(): void {
  if (started) return;
  started = true;
  watchConnection();
  startOutbox();
  registerWorker().catch((error: unknown) => {
    console.warn('This browser keeps nothing for offline use.', error);
  });
}
