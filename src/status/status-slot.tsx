import { useEffect, useState } from 'react';

import { chunk, useLoaded } from '#src/lib/chunk.ts';

/** Whatever keeps, sends and lists what waits in the outbox, and says how the connection is. */
export const statusChunk = chunk(() => import('./status-bar.tsx').then(({ StatusBar }) => StatusBar));

/**
 * Where outbox, offline status, update and install are shown. Its code comes after the page has loaded: the first
 * view pays nothing for it.
 */
export function StatusSlot() {
  const [isPageLoaded, setIsPageLoaded] = useState(false);
  const { value: StatusBar } = useLoaded(statusChunk, isPageLoaded);
  useEffect(() => {
    const note = () => setIsPageLoaded(true);
    if (document.readyState === 'complete') note();
    else addEventListener('load', note, { once: true });
    return () => removeEventListener('load', note);
  }, []);
  return StatusBar && <StatusBar />;
}
