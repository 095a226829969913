import { lazy, Suspense } from 'react';
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location';

import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { follow as words } from '#src/content/follow.ts';
import { isSecret } from '#src/contract/application-status.ts';
import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

const FollowedApplication = lazy(() =>
  import('./followed-application.tsx').then((module) => ({ default: module.FollowedApplication })),
);

/** Shows the status of the application whose record's id or secret is the URL's hash, or how it has ended. */
export function Application() {
  const address = useLocationProperty<string | undefined>(parseAddress, () => undefined);
  const ended = useHistoryState<{ ended?: 'removed' | 'withdrawn' } | null>()?.ended;
  return (
    <>
      <PageBanner name="application" />
      <meta name="robots" content="noindex" />
      <section className="section">
        <div className="container vstack gap-3 align-items-start">
          {address && isSecret(address) ? (
            <Suspense fallback={<p role="status">{words.reading}</p>}>
              <FollowedApplication key={address} address={address} />
            </Suspense>
          ) : (
            <p role="status">
              {address === undefined ? words.reading : address ? words.wrongLink : words[ended ?? 'noLink']}
            </p>
          )}
          <SiteLink href={pages.saved.path}>{titles.saved}</SiteLink>
        </div>
      </section>
    </>
  );
}

const parseAddress = () => location.hash.slice(1);
