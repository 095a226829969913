import { useEffect, useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { follow } from '#src/content/follow.ts';
import { shell } from '#src/content/interface.ts';
import { isSecret } from '#src/contract/secret.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import { pages } from '#src/paths.ts';

/** Storage and the service are asked once the page stands: the first view pays nothing for them. */
const followedChunk = chunk(() => import('./followed-application.tsx').then((m) => m.FollowedApplication));

/** What became of an application; its secret stands after `#` in the address. */
export function Application() {
  const secret = useSecret();
  return (
    <>
      <PageHeader name="application" />
      <meta name="robots" content="noindex" />
      <section className="section">
        <div className="container stack prose">
          {secret === undefined ? <Reading /> : <ForSecret key={secret} secret={secret} />}
        </div>
      </section>
    </>
  );
}

/** Undefined in the built html. */
function useSecret(): string | undefined {
  const hash = useLocationProperty<string | undefined>(
    () => location.hash.slice(1),
    () => undefined,
  );
  const [secret, setSecret] = useState(hash);
  // "Skip to content" leads to `#main`, and changes no more than that: a reload finds the secret where it was.
  const isSkipped = hash === 'main' && secret !== undefined && isSecret(secret);
  if (hash !== secret && !isSkipped) setSecret(hash);
  useEffect(() => {
    if (isSkipped) history.replaceState(history.state, '', `#${secret}`);
  }, [isSkipped, secret]);
  return secret;
}

function Reading({ hasFailed = false }: { hasFailed?: boolean }) {
  return (
    <>
      <p role="status">{hasFailed ? follow.notLoaded : follow.reading}</p>
      {hasFailed && (
        <button type="button" className="btn" onClick={() => location.reload()}>
          {shell.retry}
        </button>
      )}
      <noscript>
        <p>{follow.withoutScript}</p>
      </noscript>
    </>
  );
}

function ForSecret({ secret }: { secret: string }) {
  const isWhole = isSecret(secret);
  const { value: FollowedApplication, hasFailed } = useLoaded(followedChunk, isWhole);
  if (isWhole && FollowedApplication) return <FollowedApplication secret={secret} />;
  if (isWhole) return <Reading hasFailed={hasFailed} />;
  return (
    <>
      <p role="status">{secret === '' ? follow.noLink : follow.wrongLink}</p>
      <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
    </>
  );
}
