/** A followed link brings its page's code, then the location changes. Back and forward are left to the browser. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router, useLocation } from 'wouter';

import { matchPage, type PageMatch } from '#src/lib/match-page.ts';
import { mayPrefetch } from '#src/lib/saves-data.ts';
import { pages } from '#src/paths.ts';

type NavigationProps = {
  load: (match: PageMatch, search: string) => Promise<unknown>;
  ssrPath?: string;
  ssrSearch?: string;
  children: ReactNode;
};

export function Navigation({ load, children, ...ssr }: NavigationProps) {
  const [isSlow, setIsSlow] = useState(false);
  const [{ aroundNav, forget }] = useState(() => followLinks(load, setIsSlow));
  useEffect(() => {
    const prefetch = ({ target }: Event) => prefetchLink(target, load);
    const end = new AbortController();
    addEventListener('popstate', forget, end);
    // A finger's touch is told as `pointerover` too.
    for (const sign of ['pointerover', 'focusin']) document.addEventListener(sign, prefetch, end);
    return () => end.abort();
  }, [load, forget]);
  return (
    <Router {...ssr} aroundNav={aroundNav}>
      <div aria-live="polite">
        {isSlow && (
          <div className="page-progress">
            <span className="visually-hidden">Loading</span>
          </div>
        )}
      </div>
      {children}
    </Router>
  );
}

/** From here on (ms) the visitor is told that a page is on its way. */
const slowAfter = 300;

function followLinks(load: NavigationProps['load'], setIsSlow: (isSlow: boolean) => void) {
  /** Counts presses and steps back: only the latest one is followed. */
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    latest += 1;
    clearTimeout(timer);
    setIsSlow(false);
  };
  const aroundNav: AroundNavHandler = (navigate, to, options) => {
    forget();
    const { pathname, search, hash } = new URL(to, location.href);
    const match = matchPage(pathname);
    const wanted = latest;
    const loadDocument = () => wanted === latest && location.assign(to);
    const show = () => {
      if (wanted !== latest) return;
      forget();
      // At once, so that the page can be scrolled.
      flushSync(() => navigate(to, options));
      if (hash) keepInView(hash.slice(1));
      else scrollTo({ top: 0, behavior: 'instant' });
    };
    if (pathname === location.pathname && !hash) navigate(to, options);
    else if (!hasSamePolicy(match)) loadDocument();
    else {
      timer = setTimeout(() => setIsSlow(true), slowAfter);
      void load(match, search).then(show, loadDocument);
    }
  };
  return { aroundNav, forget };
}

/** A page shown by script keeps the Content-Security-Policy of its document. */
function hasSamePolicy({ name }: PageMatch): boolean {
  return pages[name].csp === pages[matchPage(location.pathname).name].csp;
}

/** Scrolls to a target, and again while what is above it grows, until the visitor does something. */
function keepInView(id: string): void {
  const main = document.getElementById('main');
  const target = document.getElementById(decodeURIComponent(id));
  if (main === null || target === null) return;
  const observer = new ResizeObserver(() => target.scrollIntoView({ behavior: 'instant' }));
  const stop = () => observer.disconnect();
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'])
    addEventListener(sign, stop, { once: true, passive: true });
  observer.observe(main);
}

/** Only a hint: where it fails, the press on the link loads the document. */
function prefetchLink(target: EventTarget | null, load: NavigationProps['load']): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== location.origin || link.target !== '' || !mayPrefetch()) return;
  const match = matchPage(link.pathname);
  if (match.name !== 'notFound' && hasSamePolicy(match)) load(match, link.search).catch(console.warn);
}

/** Stands beside the page: focuses `main` and says the title of a page that was gone to. */
export function Arrival() {
  const [pathname] = useLocation();
  const previous = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (previous.current === pathname) {
      if (location.hash) keepInView(location.hash.slice(1));
      return;
    }
    previous.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
