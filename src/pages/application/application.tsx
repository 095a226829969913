import { lazy, Suspense } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { follow as words } from '#src/content/follow.ts';
import { isSecret } from '#src/contract/application-status.ts';
import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

const FollowedApplication = lazy(() =>
  import('./followed-application.tsx').then((module) => ({ default: module.FollowedApplication })),
);

/** Shows the status of the application whose secret is the URL's hash. */
export function Application() {
  const secret = useLocationProperty<string | undefined>(parseSecret, () => undefined);
  return (
    <>
      <PageBanner name="application" />
      <meta name="robots" content="noindex" />
      <section className="section">
        <div className="container vstack gap-3 align-items-start">
          {secret && isSecret(secret) ? (
            <Suspense fallback={<p role="status">{words.reading}</p>}>
              <FollowedApplication key={secret} secret={secret} />
            </Suspense>
          ) : (
            <p role="status">
              {secret === undefined ? words.reading : secret ? words.wrongLink : words.noLink}
            </p>
          )}
          <SiteLink href={pages.saved.path}>{titles.saved}</SiteLink>
        </div>
      </section>
    </>
  );
}

const parseSecret = () => location.hash.slice(1);
