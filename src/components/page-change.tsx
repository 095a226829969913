/**
 * How one page takes the place of another. While a finger or the mouse is on a link, the page it leads to is drawn apart
 * from the document: none of its effects run, and nobody finds it there. A link that is followed first brings the code of
 * its page, while the old page stays. The new page's header is put up at once and answers the press; what is below comes a
 * frame later, the visitor is taken to the top, and the new title is said. Back and forward draw the whole page at once,
 * because the browser wants its height to restore the scroll.
 */
import { Activity, createContext, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router } from 'wouter';

import { matchPage, type PageMatch } from '#src/lib/match-page.ts';
import { pages } from '#src/paths.ts';

import {
  createStage,
  type ShownPage,
  ShownPageContext,
  type Stage,
  StageContext,
  useContextOf,
  useStage,
} from './stage.tsx';

/** Within a page that page; around it the one that the address names, once a press on a link has been answered. */
export function useShownPage(): ShownPage {
  return useContextOf(ShownPageContext);
}

/** Fetches and draws what a link leads to ahead of the press. */
export const PrepareContext = createContext<(href: string, intent: Intent) => void>(() => undefined);

/** `sure`: the visitor is on the link. `likely`: it is in sight. */
type Intent = 'sure' | 'likely';

type PageChangeProps = {
  /** Brings what a page needs of code beside its html. */
  load: (match: PageMatch, search: string) => Promise<unknown>;
  /** The same ahead of the press, where that is welcome; answers whether it is there. */
  loadAhead: (match: PageMatch, search: string) => Promise<boolean>;
  /** Shows a page whose code cannot be had: its document brings all. */
  loadDocument: (go: () => void, address: string) => void;
  ssrPath?: string;
  ssrSearch?: string;
  children: ReactNode;
};

export function PageChange({ load, loadAhead, loadDocument, children, ...ssr }: PageChangeProps) {
  const [stage] = useState(createStage);
  const [aroundNav] = useState(() => followLinks(load, loadDocument, stage));
  const [prepare] = useState(() => prepareLinks(loadAhead, stage));
  useEffect(() => {
    const forget = () => {
      const { followed, ahead } = stage.drawn();
      if (followed?.pathname !== location.pathname) stage.draw({ ahead });
    };
    // Before the router's own listener, which may show the page at once.
    addEventListener('popstate', forget, true);
    return () => removeEventListener('popstate', forget, true);
  }, [stage]);
  return (
    <Router {...ssr} aroundNav={aroundNav}>
      <StageContext value={stage}>
        <PrepareContext value={prepare}>
          <Around>{children}</Around>
        </PrepareContext>
      </StageContext>
    </Router>
  );
}

function followLinks(
  load: PageChangeProps['load'],
  loadDocument: PageChangeProps['loadDocument'],
  stage: Stage,
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
        const { ahead } = stage.drawn();
        stage.draw({
          followed: ahead?.pathname === pathname ? ahead : { pathname, match, isFollowed: true },
        });
        navigate(to, options);
      });
    };
    const leave = () => loadDocument(() => isWanted() && location.assign(to), to);
    // What comes later is still shown, unless the visitor is elsewhere.
    const waiting = setTimeout(leave, patience);
    void load(match, search)
      .then(show, leave)
      .finally(() => clearTimeout(waiting));
  };
}

/** In milliseconds; an `import()` itself waits for a line that fell silent without a limit. */
const patience = 8_000;

function prepareLinks(loadAhead: PageChangeProps['loadAhead'], stage: Stage) {
  let latest = '';
  return (href: string, intent: Intent): void => {
    const { pathname, search } = new URL(href, location.href);
    if (intent === 'sure') latest = pathname;
    const match = matchPage(pathname);
    const draw = (isHere: boolean) => {
      const { followed, ahead } = stage.drawn();
      const isDrawn = pathname === location.pathname || pathname === ahead?.pathname;
      // What a page with data shows depends on the address as well, which is still another one.
      if (!isHere || isDrawn || latest !== pathname || pages[match.name].kind === 'data') return;
      stage.draw({ followed, ahead: { pathname, match, isFollowed: true } });
    };
    void loadAhead(match, search).then(draw);
  };
}

/** What is around the pages has forty links that look at the page: they do so once the press is answered. */
function Around({ children }: { children: ReactNode }) {
  const { shown } = useStage();
  const [answered, setAnswered] = useState(shown);
  const isAnswered = answered.pathname === shown.pathname;
  useEffect(() => {
    if (!isAnswered) return inNextFrame(() => setAnswered(shown));
  }, [isAnswered, shown]);
  return <ShownPageContext value={answered}>{children}</ShownPageContext>;
}

/** A frame's callbacks run before it is painted, and a transition after it. */
function inNextFrame(act: () => void): () => void {
  const frame = requestAnimationFrame(() => startTransition(act));
  return () => cancelAnimationFrame(frame);
}

/** Scrolls to the top after a link; once the new header is painted, focuses `main` and says the new title. */
export function RouteFocus() {
  const { pathname, isFollowed } = useStage().shown;
  const answered = useShownPage().pathname;
  const previous = useRef({ pathname, answered });
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (previous.current.pathname === pathname) return;
    previous.current.pathname = pathname;
    if (isFollowed) scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, isFollowed]);
  useEffect(() => {
    if (previous.current.answered === answered) return;
    previous.current.answered = answered;
    document.getElementById('main')?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [answered]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {announcement}
    </p>
  );
}

/** A page below its header. */
export function PageBody({ children }: { children: ReactNode }) {
  const { isFollowed } = useShownPage();
  const [isAtOnce] = useState(!isFollowed);
  const [isShown, setIsShown] = useState(isAtOnce);
  useEffect(() => {
    if (!isShown) return inNextFrame(() => setIsShown(true));
  }, [isShown]);
  if (isAtOnce) return children;
  return (
    <>
      {!isShown && <div className="page-rest" aria-busy="true" />}
      <Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  );
}
