import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { followDeletion, isDeletedPage } from '#src/api/delete-everything.ts';
import { keep, startWorker } from '#src/api/worker.ts';
import { shell } from '#src/content/interface.ts';
import { keptWords } from '#src/content/status.ts';
import { savesData } from '#src/lib/saves-data.ts';
import { pages } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';
import { updates } from '#src/state/updates.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { InstallOffer } from './install-offer.tsx';
import { SiteLink } from './link.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What every page says about connection, outbox, version and installation; its code comes after the page has loaded. */
export function StatusBar() {
  const [pathname] = useLocation();
  useEffect(followDeletion, []);
  useEffect(() => void keepPage(pathname), [pathname]);
  return (
    <>
      <InstallOffer />
      <div className="status-bar">
        <OfflineStatus />
        <KeptNote />
        <UpdatePrompt />
      </div>
    </>
  );
}

let starting: Promise<void> | undefined;

/** Where the visitor has deleted everything the worker starts with the next page. */
async function keepPage(pathname: string): Promise<void> {
  if (isDeletedPage()) return;
  try {
    starting ??= startWorker();
    await starting;
    await keep({ urls: [new URL(pathname, location.href).href] });
  } catch (error) {
    console.warn('This browser keeps nothing for offline use.', error);
  }
}

function OfflineStatus() {
  const { online } = useProxyState(connection);
  return (
    <div role="status">
      {!online && (
        <p className="offline-note">
          {shell.offline}. {shell.offlineHint}{' '}
          <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
        </p>
      )}
    </div>
  );
}
