import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { callUrl } from '#src/api/connect-base.ts';
import { Later } from '#src/components/later.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { Status } from '#src/components/status.tsx';
import * as ui from '#src/content/interface.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { pageOutbox, withAlerts } from '#src/outbox/page/outbox.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { connection, onReconnect } from '#src/state/connection.ts';
import { watchConnection } from '#src/status-bar/watch-connection.ts';
import { titles } from '#src/words/titles.ts';
import { followDeletion, requestSave, startWorker } from '#src/worker/worker.ts';

import { InstallOffer } from './install-offer.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

const OutboxControl = lazy(() =>
  import('#src/outbox/page/outbox-control.tsx').then((module) => ({ default: module.OutboxControl })),
);

/** Connection, outbox, update and installation messages. Loaded after the page. */
export function StatusBar() {
  const [pathname] = useLocation();
  useEffect(watchConnection, []);
  useEffect(followDeletion, []);
  useEffect(() => {
    const repair = () => void withAlerts('tellServerDaily');
    repair();
    return onReconnect(repair);
  }, []);
  useEffect(() => void savePage(pathname), [pathname]);
  return (
    <>
      <InstallOffer />
      <div ref={reserveSpace} className="status-bar">
        <OfflineStatus />
        <UpdatePrompt />
        <Outbox />
      </div>
    </>
  );
}

/**
 * Scrolls the focused element above the messages. While they would cover a form's controls, they wait in their place
 * at the end of the page.
 */
function reserveSpace(bar: HTMLElement | null) {
  if (bar === null) return;
  const place = () => {
    const { offsetHeight: height } = bar;
    document.documentElement.style.scrollPaddingBottom = `${height}px`;
    const controls =
      height === 0
        ? []
        : document.querySelectorAll('main form :is(a, button, input, select, summary, textarea)');
    const isCovered = Array.from(controls, (control) => control.getBoundingClientRect()).some(
      ({ top, bottom }) => bottom > innerHeight - height && top < innerHeight,
    );
    bar.style.position = isCovered ? 'static' : '';
  };
  const observer = new ResizeObserver(place);
  for (const element of [bar, document.body]) observer.observe(element);
  addEventListener('scroll', place, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('scroll', place);
  };
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
  return <Later>{isUsed && <OutboxControl />}</Later>;
}

/** Caches the vacancies, and what forms may offer. After "Delete everything", starts the worker on the next page. */
async function savePage(pathname: string): Promise<void> {
  try {
    await startWorker();
    const urls: string[] = [];
    for (const url of [connectCalls.jobList, connectCalls.features].map(callUrl))
      if (!(await caches.match(url))) urls.push(url);
    const saved = await requestSave({ urls });
    // The tests wait for this attribute.
    if (saved !== 'nothing') document.documentElement.dataset.stored = pathname;
  } catch (error) {
    console.warn('Could not save this page for offline use.', error);
  }
}

function OfflineStatus() {
  const { online } = useProxyState(connection);
  return (
    <Status>
      {!online && (
        <p className="toast show toast-body offline-note">
          {ui.offline}. <SiteLink href={pages.saved.path}>{titles.saved}</SiteLink>
        </p>
      )}
    </Status>
  );
}
