import { type AnchorHTMLAttributes, type ReactNode, use, useEffect, useRef } from 'react';
import { Link } from 'wouter';

import { matchPage } from '#src/lib/match-page.ts';
import { pages } from '#src/paths.ts';

import { Icon } from './icon.tsx';
import { PrepareContext, useShownPage } from './page-change.tsx';

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  /** What most visitors press next here: fetched when it is seen and the browser has nothing else to do. */
  isLikely?: boolean;
};

/**
 * A link to a page of this site. Where the two pages have different Content-Security-Policies the browser
 * loads the document: a page shown by script would keep the policy of the document it was entered by.
 */
export function SiteLink({ href, isLikely = false, ...rest }: SiteLinkProps) {
  const current = useShownPage();
  const prepare = use(PrepareContext);
  const element = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isLikely && element.current !== null)
      return whenSeenAndIdle(element.current, () => prepare(href, 'likely'));
  }, [isLikely, prepare, href]);
  const pathname = href.split(/[?#]/)[0] ?? href;
  const props = {
    ...rest,
    href,
    'aria-current': pathname === current.pathname ? ('page' as const) : undefined,
  };
  if (pages[matchPage(pathname).name].csp !== pages[current.match.name].csp) return <a {...props} />;
  const onIntent = () => prepare(href, 'sure');
  return <Link {...props} ref={element} onPointerEnter={onIntent} onFocus={onIntent} />;
}

function whenSeenAndIdle(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
    else setTimeout(act, 500);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

type OutsideLinkProps = { href: string; className?: string; children: ReactNode };

export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
