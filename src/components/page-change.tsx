/**
 * How one page takes the place of another. A link that is followed first brings the code of its page, while the old page
 * stays. The new page's header is drawn at once and answers the press; what is below comes a frame later, the visitor is
 * taken to the top, and the new title is said. Back and forward draw the whole page at once, because the browser wants
 * its height to restore the scroll.
 */
import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router, useLocation } from 'wouter';

import { matchPage, type PageMatch } from '#src/lib/match-page.ts';

/** `isFollowed`: by a link, and not by back, forward or a new document. */
type ShownPage = { pathname: string; match: PageMatch; isFollowed: boolean };

const ShownPageContext = createContext<ShownPage | null>(null);

/** The page that the address names. */
export function useShownPage(): ShownPage {
  const shown = use(ShownPageContext);
  if (shown === null) throw new Error('Only what is within PageChange has a page.');
  return shown;
}

type PageChangeProps = {
  /** Brings what a page needs of code beside its html. */
  load: (match: PageMatch, search: string) => Promise<unknown>;
  /** Shows a page whose code cannot be had: its document brings all. */
  loadDocument: (go: () => void, address: string) => void;
  ssrPath?: string;
  ssrSearch?: string;
  children: ReactNode;
};

export function PageChange({ load, loadDocument, children, ...ssr }: PageChangeProps) {
  const [followed, setFollowed] = useState<PageMatch>();
  const [aroundNav] = useState(() => followLinks(load, loadDocument, setFollowed));
  useEffect(() => {
    const forget = () => setFollowed(undefined);
    // Before the router's own listener, which may show the page at once.
    addEventListener('popstate', forget, true);
    return () => removeEventListener('popstate', forget, true);
  }, []);
  return (
    <Router {...ssr} aroundNav={aroundNav}>
      <Shown followed={followed}>{children}</Shown>
    </Router>
  );
}

function followLinks(
  load: PageChangeProps['load'],
  loadDocument: PageChangeProps['loadDocument'],
  setFollowed: (match: PageMatch) => void,
): AroundNavHandler {
  let latest = 0;
  return (navigate, to, options) => {
    const { pathname, search } = new URL(to, location.href);
    latest += 1;
    if (pathname === location.pathname) {
      flushSync(() => navigate(to, options));
      return;
    }
    const wanted = latest;
    const from = location.pathname + location.search;
    const match = matchPage(pathname);
    // The visitor may have followed another link meanwhile, or gone back: the last word counts.
    const isWanted = () => wanted === latest && location.pathname + location.search === from;
    const show = () => {
      if (!isWanted()) return;
      flushSync(() => {
        setFollowed(match);
        navigate(to, options);
      });
    };
    load(match, search).then(show, () => loadDocument(() => isWanted() && location.assign(to), to));
  };
}

function Shown({ followed, children }: { followed: PageMatch | undefined; children: ReactNode }) {
  const [pathname] = useLocation();
  const match = followed ?? matchPage(pathname);
  return (
    <ShownPageContext value={{ pathname, match, isFollowed: followed !== undefined }}>
      {children}
    </ShownPageContext>
  );
}

/** Scrolls to the top after a link; once the new header is painted, focuses `main` and says the new title. */
export function RouteFocus() {
  const { pathname, isFollowed } = useShownPage();
  const previous = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    if (isFollowed) scrollTo({ top: 0, behavior: 'instant' });
    afterNextPaint(() => {
      document.getElementById('main')?.focus({ preventScroll: true });
      setAnnouncement(document.title);
    });
  }, [pathname, isFollowed]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {announcement}
    </p>
  );
}

/** A frame's callbacks run before it is painted, and a task after it. */
function afterNextPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/** A page below its header. */
export function PageBody({ children }: { children: ReactNode }) {
  const { isFollowed } = useShownPage();
  const [isDrawn, setIsDrawn] = useState(!isFollowed);
  useEffect(() => {
    if (isDrawn) return;
    const frame = requestAnimationFrame(() => startTransition(() => setIsDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, [isDrawn]);
  return isDrawn ? children : <div className="page-rest" aria-busy="true" />;
}
