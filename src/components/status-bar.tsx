import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { connectBase } from '#src/api/connect-base.ts';
import { pageOutbox } from '#src/api/outbox.ts';
import { followDeletion, keep, startWorker } from '#src/api/worker.ts';
import { shell } from '#src/content/interface.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { connection, watchConnection } from '#src/state/connection.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { ErrorBoundary } from './error-boundary.tsx';
import { InstallOffer } from './install-offer.tsx';
import { SiteLink } from './link.tsx';
import { KeptNote, UpdatePrompt } from './update-prompt.tsx';

const OutboxControl = lazy(() =>
  import('./use-submission.ts').then((module) => ({ default: module.OutboxControl })),
);

/** What every page says about connection, outbox, version and installation. Its code comes after the page has loaded. */
export function StatusBar() {
  const [pathname] = useLocation();
  useEffect(watchConnection, []);
  useEffect(followDeletion, []);
  useEffect(() => void keepPage(pathname), [pathname]);
  return (
    <>
      <InstallOffer />
      <div className="status-bar">
        <OfflineStatus />
        <KeptNote />
        <UpdatePrompt />
        <Outbox />
      </div>
    </>
  );
}

/** Nothing is fetched for it until there is a record, or the device refuses to say. */
function Outbox() {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const { store, onChange } = pageOutbox();
    const use = () => setIsUsed(true);
    onChange(use);
    store.list().then((all) => all.length > 0 && use(), use);
  }, []);
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{isUsed && <OutboxControl />}</Suspense>
    </ErrorBoundary>
  );
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
