import { useEffect, useRef, useState } from 'react';

import { useShownPage } from '#src/components/page-change.tsx';
import { chunk, useLoaded } from '#src/lib/chunk.ts';

/** Whatever keeps, sends and lists what waits in the outbox, and says how the connection is. */
export const statusChunk = chunk(() =>
  import('#src/components/status-bar.tsx').then(({ StatusBar }) => StatusBar),
);

/**
 * Where outbox, offline status, update and install are shown. Its code comes after the page has loaded: the first
 * view pays nothing for it. Without it the page itself still works; the next page is loaded as a document, which asks again.
 */
export function StatusSlot() {
  const [isPageLoaded, setIsPageLoaded] = useState(false);
  const { value: StatusBar, hasFailed } = useLoaded(statusChunk, isPageLoaded);
  const { pathname } = useShownPage();
  const failedOn = useRef<string>(undefined);
  useEffect(() => {
    const note = () => setIsPageLoaded(true);
    if (document.readyState === 'complete') note();
    else addEventListener('load', note, { once: true });
    return () => removeEventListener('load', note);
  }, []);
  useEffect(() => {
    if (!hasFailed) return;
    failedOn.current ??= pathname;
    if (failedOn.current !== pathname) location.reload();
  }, [hasFailed, pathname]);
  return StatusBar && <StatusBar />;
}
