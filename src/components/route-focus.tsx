import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

let cameByHistory = false;

/** After a client navigation: scroll to the top, focus `main`, and say the new title. Back and forward keep their scroll. */
export function RouteFocus() {
  const [pathname] = useLocation();
  const previous = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const remember = () => {
      // A skip link or a search of the same page comes by this event, too.
      cameByHistory = location.pathname !== previous.current;
    };
    // Before the router's own listener, which may show the page at once.
    addEventListener('popstate', remember, true);
    return () => removeEventListener('popstate', remember, true);
  }, []);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    if (!cameByHistory) scrollTo({ top: 0, behavior: 'instant' });
    cameByHistory = false;
    document.getElementById('main')?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [pathname]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {announcement}
    </p>
  );
}
