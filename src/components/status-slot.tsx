import { useEffect, useState } from 'react';

import { statusChunk } from './status-chunk.ts';
import { useLoaded } from './use-loaded.ts';

/**
 * Where outbox, offline status, update and install are shown. Its code comes after the page has loaded: the first
 * view pays nothing for it. Without it the page itself still works; the next document asks again.
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
