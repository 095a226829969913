import { lazy, Suspense, useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { follow } from '#src/content/follow.ts';
import { isSecret } from '#src/contract/secret.ts';
import { pages } from '#src/paths.ts';

const FollowedApplication = lazy(() =>
  import('./followed-application.tsx').then((module) => ({ default: module.FollowedApplication })),
);

/** What became of an application; its secret stands after `#` in the address. */
export function Application() {
  const secret = useSecret();
  return (
    <>
      <PageHeader name="application" />
      <meta name="robots" content="noindex" />
      <section className="section">
        <div className="container vstack gap-3 align-items-start">
          {secret !== undefined && isSecret(secret) ? (
            <Suspense fallback={<p role="status">{follow.reading}</p>}>
              <FollowedApplication key={secret} secret={secret} />
            </Suspense>
          ) : (
            <p role="status">
              {secret === undefined ? follow.reading : secret ? follow.wrongLink : follow.noLink}
            </p>
          )}
          <noscript>{follow.withoutScript}</noscript>
          <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
        </div>
      </section>
    </>
  );
}

const skipTarget = '#main';
let latest = '';

/** "Skip to content" leads to `#main`: the secret stays the one before. */
function readSecret(): string {
  if (location.hash !== skipTarget) latest = location.hash.slice(1);
  return latest;
}

/** Undefined in the built html. */
function useSecret(): string | undefined {
  const secret = useLocationProperty<string | undefined>(readSecret, () => undefined);
  useEffect(() => {
    // A reload finds the secret where it was.
    const restore = () =>
      location.hash === skipTarget && history.replaceState(history.state, '', `#${latest}`);
    addEventListener('hashchange', restore);
    return () => removeEventListener('hashchange', restore);
  }, []);
  return secret;
}
