/** The pages that are drawn: the one in sight, and perhaps one that the visitor may follow a link to. */
import {
  Activity,
  type Context,
  createContext,
  memo,
  type ReactNode,
  use,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';

import { matchPage, type PageMatch } from '#src/lib/match-page.ts';

/** `isFollowed`: by a link, and not by back, forward or a new document. */
export type ShownPage = { pathname: string; match: PageMatch; isFollowed: boolean };

export const ShownPageContext = createContext<ShownPage | null>(null);

/** `followed`: as long as the address names it. `ahead`: what the visitor may press next. */
type Drawn = { followed?: ShownPage | undefined; ahead?: ShownPage | undefined };

/** Not a state above all pages: React would look through the whole document before a press is answered. */
export function createStage() {
  const listeners = new Set<() => void>();
  let drawn: Drawn = {};
  return {
    drawn: () => drawn,
    draw(next: Drawn): void {
      drawn = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Stage = ReturnType<typeof createStage>;

export const StageContext = createContext<Stage | null>(null);

export function useStage(): { shown: ShownPage; ahead: ShownPage | undefined } {
  const { subscribe, drawn } = useContextOf(StageContext);
  const { followed, ahead } = useSyncExternalStore(subscribe, drawn, drawn);
  const [pathname] = useLocation();
  const entered = useMemo(() => ({ pathname, match: matchPage(pathname), isFollowed: false }), [pathname]);
  return { shown: followed ?? entered, ahead };
}

export function useContextOf<T>(context: Context<T | null>): T {
  const value = use(context);
  if (value === null) throw new Error('Only what is within PageChange has a page.');
  return value;
}

type Draw = (match: PageMatch) => ReactNode;

/** The page in sight, in its place; beside it, in no place yet, the one that is drawn ahead. */
export function Pages({ draw }: { draw: Draw }) {
  const { shown, ahead } = useStage();
  const all = ahead === undefined || ahead.pathname === shown.pathname ? [shown] : [shown, ahead];
  return all.map((page) =>
    page.isFollowed ? (
      <PageApart key={page.pathname} page={page} draw={draw} isShown={page === shown} />
    ) : (
      <WholePage key={page.pathname} page={page} draw={draw} />
    ),
  );
}

/** Once drawn it is not looked at again when it is shown. */
const WholePage = memo(({ page, draw }: { page: ShownPage; draw: Draw }) => (
  <ShownPageContext value={page}>{draw(page.match)}</ShownPageContext>
));

/** Drawn in an element of its own, which goes into the document when the page is shown. */
function PageApart({ page, draw, isShown }: { page: ShownPage; draw: Draw; isShown: boolean }) {
  const [element] = useState(() => document.createElement('div'));
  return (
    <>
      {isShown && <Placed element={element} />}
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        {createPortal(<WholePage page={page} draw={draw} />, element)}
      </Activity>
    </>
  );
}

/** Stands before the page, so that the page's own effects find it in the document. */
function Placed({ element }: { element: Element }) {
  useLayoutEffect(() => {
    document.getElementById('main')?.append(element);
    return () => element.remove();
  }, [element]);
  return null;
}
