import { lazy, Suspense } from 'react';
import { useHistoryState, useLocationProperty } from 'wouter/use-browser-location';

import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Status } from '#src/components/status.tsx';
import { follow as words } from '#src/content/follow.ts';
import { secretIn } from '#src/contract/application-status.ts';
import { decode } from '#src/lib/match-page.ts';
import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { Reading } from './reading.tsx';

const FollowedApplication = lazy(() =>
  import('./followed-application.tsx').then((module) => ({ default: module.FollowedApplication })),
);

/** Shows the status of the application whose record's id or secret is the URL's hash, or how it has ended. */
export function Application() {
  const hash = useLocationProperty<string | undefined>(hashOf, () => undefined);
  const address = secretIn(hash ?? '');
  const ended = useHistoryState<{ ended?: 'removed' | 'withdrawn' } | null>()?.ended;
  return (
    <>
      <PageBanner name="application" />
      <meta name="robots" content="noindex" />
      <section className="section">
        <div className="container vstack gap-3 align-items-start">
          {address ? (
            <Suspense fallback={<Reading />}>
              <FollowedApplication key={address} address={address} />
            </Suspense>
          ) : hash === undefined ? (
            <Reading />
          ) : (
            <Status>{hash ? words.wrongLink : words[ended ?? 'noLink']}</Status>
          )}
          <SiteLink href={pages.saved.path}>{titles.saved}</SiteLink>
        </div>
      </section>
    </>
  );
}

const hashOf = () => decode(location.hash.slice(1));
