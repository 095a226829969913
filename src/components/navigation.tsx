/** Loads a page's code before the location changes. Leaves Back and Forward to the browser. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router, useLocation } from 'wouter';

import * as ui from '#src/content/interface.ts';
import { decode, matchPage, type PageMatch } from '#src/lib/match-page.ts';
import { pages } from '#src/paths.ts';

import { focusMain } from './keep-focus.ts';

type NavigationProps = {
  load: (match: PageMatch, search: string) => Promise<unknown>;
  ssrPath?: string;
  ssrSearch?: string;
  children: ReactNode;
};

export function Navigation({ load, children, ...ssr }: NavigationProps) {
  const [isSlow, setIsSlow] = useState(false);
  const [{ aroundNav, cancel }] = useState(() => followLinks(load, setIsSlow));
  useEffect(() => {
    addEventListener('popstate', cancel);
    return () => removeEventListener('popstate', cancel);
  }, [cancel]);
  return (
    <Router {...ssr} aroundNav={aroundNav}>
      <div aria-live="polite">
        {isSlow && (
          <div className="page-progress">
            <span className="visually-hidden">{ui.loading}</span>
          </div>
        )}
      </div>
      {children}
    </Router>
  );
}

/** Show the progress bar if loading takes longer. */
const slowAfterMs = 300;

function followLinks(load: NavigationProps['load'], setIsSlow: (isSlow: boolean) => void) {
  /** Counts navigations, because only the latest one may finish. */
  let latestId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    latestId += 1;
    clearTimeout(timer);
    setIsSlow(false);
  };
  const aroundNav: AroundNavHandler = (navigate, to, options) => {
    cancel();
    const { pathname, search, hash } = new URL(to, location.href);
    const match = matchPage(pathname);
    const id = latestId;
    const loadDocument = () => id === latestId && location.assign(to);
    const show = () => {
      if (id !== latestId) return;
      cancel();
      // Render synchronously, so that the new page can be scrolled.
      flushSync(() => navigate(to, options));
      scrollTo({ top: 0, behavior: 'instant' });
      keepInView(hash);
    };
    if (pathname === location.pathname && !hash) {
      if (options?.replace) return navigate(to, options);
      flushSync(() => navigate(to, options));
      scrollTo({ top: 0, behavior: 'instant' });
      focusMain();
    } else if (!hasSamePolicy(match)) loadDocument();
    else {
      timer = setTimeout(() => setIsSlow(true), slowAfterMs);
      void load(match, search).then(show, loadDocument);
    }
  };
  return { aroundNav, cancel };
}

/** Client navigation cannot change the document's Content-Security-Policy. */
function hasSamePolicy({ name }: PageMatch): boolean {
  return pages[name].csp === pages[matchPage(location.pathname).name].csp;
}

/** Scrolls to a fragment's target once it exists, and again after each layout change until the next user input. */
function keepInView(hash: string): void {
  const main = document.getElementById('main');
  if (main === null || hash === '') return;
  const id = decode(hash.slice(1));
  const observer = new ResizeObserver(() =>
    document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }),
  );
  const stop = () => observer.disconnect();
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'])
    addEventListener(event, stop, { once: true, passive: true });
  observer.observe(main);
}

/** After a navigation, focuses `main` and announces the title. Sets `data-live` when the page and its form are hydrated. */
export function RouteAnnouncer() {
  const [pathname] = useLocation();
  const previous = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    document.documentElement.dataset.live = location.pathname;
    if (previous.current === pathname) {
      keepInView(location.hash);
      return;
    }
    previous.current = pathname;
    focusMain();
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
