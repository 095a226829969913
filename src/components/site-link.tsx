import { type AnchorHTMLAttributes, createContext, use } from 'react';
import { Link, useLocation } from 'wouter';

import { matchPage } from '#src/lib/match-page.ts';
import { pages } from '#src/paths.ts';

/** Fetches what a link leads to ahead of the press; given by the app, because components know no pages. */
export const PrefetchContext = createContext<(pathname: string) => void>(() => undefined);

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/**
 * A link to a page of this site. Where the two pages have different Content-Security-Policies the browser
 * loads the document: a page shown by script would keep the policy of the document it was entered by.
 */
export function SiteLink({ href, ...rest }: SiteLinkProps) {
  const [current] = useLocation();
  const prefetch = use(PrefetchContext);
  const pathname = href.split(/[?#]/)[0] ?? href;
  const props = { ...rest, href, 'aria-current': pathname === current ? ('page' as const) : undefined };
  if (pages[matchPage(pathname).name].csp !== pages[matchPage(current).name].csp) return <a {...props} />;
  return <Link {...props} onPointerEnter={() => prefetch(pathname)} onFocus={() => prefetch(pathname)} />;
}
