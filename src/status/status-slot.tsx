import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import { useLoaded } from '#src/components/use-loaded.ts';
import { reloadWhenAnswered } from '#src/state/connection.ts';

import { statusChunk } from './status-chunk.ts';

/**
 * Where outbox, offline status, update and install are shown. Its code comes after the page has loaded: the first
 * view pays nothing for it. Without it the page itself still works; the next page is loaded as a document, which asks again.
 */
export function StatusSlot() {
  const [isPageLoaded, setIsPageLoaded] = useState(false);
  const { value: StatusBar, hasFailed } = useLoaded(statusChunk, isPageLoaded);
  const [pathname] = useLocation();
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
    if (failedOn.current !== pathname) reloadWhenAnswered();
  }, [hasFailed, pathname]);
  return StatusBar && <StatusBar />;
}
