import { type ComponentType, useEffect, useState } from 'react';

/**
 * Where outbox, offline status, update and install are shown. Its code comes after the page has loaded: the first
 * view pays nothing for it.
 */
export function StatusSlot() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => {
      import('./status-bar.tsx').then(
        ({ StatusBar }) => setBar(() => StatusBar),
        // Without it the page itself still works; the next page asks again.
        (error: unknown) => console.warn('Offline parts could not be loaded.', error),
      );
    };
    if (document.readyState === 'complete') load();
    else addEventListener('load', load, { once: true });
    return () => removeEventListener('load', load);
  }, []);
  return Bar && <Bar />;
}
