import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { connectBase } from '#src/api/connect-base.ts';
import { pageOutbox } from '#src/api/outbox.ts';
import { followDeletion, requestSave, startWorker } from '#src/api/worker.ts';
import { shell } from '#src/content/interface.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { connection, watchConnection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { ErrorBoundary } from './error-boundary.tsx';
import { InstallOffer } from './install-offer.tsx';
import { SiteLink } from './link.tsx';
import { SavedNote, UpdatePrompt } from './update-prompt.tsx';

const OutboxControl = lazy(() =>
  import('./use-submission.ts').then((module) => ({ default: module.OutboxControl })),
);

/** Connection, outbox, update and installation messages. Loaded after the page. */
export function StatusBar() {
  const [pathname] = useLocation();
  useEffect(watchConnection, []);
  useEffect(followDeletion, []);
  useEffect(() => void savePage(pathname), [pathname]);
  return (
    <>
      <InstallOffer />
      <div className="status-bar">
        <OfflineStatus />
        <SavedNote />
        <UpdatePrompt />
        <Outbox />
      </div>
    </>
  );
}

/** Loads its code once there is a record, or if the store cannot be read. */
function Outbox() {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const { store, onChange } = pageOutbox();
    const use = () => setIsUsed(true);
    const look = () => void store.list().then((all) => all.length > 0 && use(), use);
    onChange(use);
    look();
    // Changes are not announced to a page in the back/forward cache.
    addEventListener('pageshow', look);
    return () => removeEventListener('pageshow', look);
  }, []);
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{isUsed && <OutboxControl />}</Suspense>
    </ErrorBoundary>
  );
}

/** Caches the page and the vacancies. After "Delete everything", starts the worker on the next page. */
async function savePage(pathname: string): Promise<void> {
  try {
    await startWorker();
    const jobs = connectBase + connectCalls.jobList;
    const skipJobs = savesData() || (await caches.match(jobs));
    const addresses = skipJobs ? [pathname] : [pathname, jobs];
    const saved = await requestSave({
      urls: addresses.map((address) => new URL(address, location.href).href),
    });
    // The tests wait for this attribute.
    if (saved !== 'nothing') document.documentElement.dataset.stored = pathname;
  } catch (error) {
    console.warn('This browser stores nothing for offline use.', error);
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
