import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { connectBase } from '#src/api/connect-base.ts';
import { followDeletion } from '#src/api/delete-everything.ts';
import { startOutbox } from '#src/api/triggers.ts';
import { keep, startWorker } from '#src/api/worker.ts';
import { shell } from '#src/content/interface.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { connection, watchConnection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { InstallOffer } from './install-offer.tsx';
import { SiteLink } from './link.tsx';
import { OutboxControl } from './outbox-control.tsx';
import { ReceiptNote } from './outbox-receipts.tsx';
import { KeptNote, UpdatePrompt } from './update-prompt.tsx';

/** What every page says about connection, outbox, version and installation. Its code comes after the page has loaded. */
export function StatusBar() {
  const [pathname] = useLocation();
  useEffect(start, []);
  useEffect(followDeletion, []);
  useEffect(() => void keepPage(pathname), [pathname]);
  return (
    <>
      <InstallOffer />
      <div className="status-bar">
        <OfflineStatus />
        <KeptNote />
        <ReceiptNote />
        <UpdatePrompt />
        <OutboxControl />
      </div>
    </>
  );
}

let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  watchConnection();
  startOutbox();
}

/** Keeps the page and the open vacancies. Where everything was deleted, the worker starts with the next page. */
async function keepPage(pathname: string): Promise<void> {
  try {
    await startWorker();
    const jobs = connectBase + connectCalls.jobList;
    const isLeftOut = savesData() || (await caches.match(jobs));
    const addresses = isLeftOut ? [pathname] : [pathname, jobs];
    await keep({ urls: addresses.map((address) => new URL(address, location.href).href) });
  } catch (error) {
    console.warn('This browser keeps nothing for offline use.', error);
  }
}

function OfflineStatus() {
  const { online } = useProxyState(connection);
  return (
    <div role="status">
      {!online && (
        <p className="toast show toast-body offline-note">
          {shell.offline}. {shell.offlineHint}{' '}
          <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
        </p>
      )}
    </div>
  );
}
