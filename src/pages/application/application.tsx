import { useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

import { SiteLink } from '#src/components/link.tsx';
import { Notice } from '#src/components/notice.tsx';
import { PageBody } from '#src/components/page-change.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { follow } from '#src/content/follow.ts';
import { isSecret } from '#src/contract/application-status.ts';
import { pages } from '#src/paths.ts';

import { FollowedApplication } from './followed-application.tsx';

/** What became of an application; its secret stands after `#` in the address. */
export function Application() {
  const secret = useSecret();
  return (
    <>
      <PageHeader name="application" />
      <meta name="robots" content="noindex" />
      <PageBody>
        <section className="section">
          <div className="container stack prose">
            {secret === undefined ? <Reading /> : <ForSecret key={secret} secret={secret} />}
          </div>
        </section>
      </PageBody>
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
  // "Skip to content" leads to `#main`, and changes no more than that.
  if (hash !== secret && hash !== 'main') setSecret(hash);
  return secret;
}

function Reading() {
  return (
    <>
      <p>{follow.reading}</p>
      <noscript>
        <p>{follow.withoutScript}</p>
      </noscript>
    </>
  );
}

function ForSecret({ secret }: { secret: string }) {
  if (isSecret(secret)) return <FollowedApplication secret={secret} />;
  return (
    <>
      <Notice>
        <p>{secret === '' ? follow.noLink : follow.wrongLink}</p>
      </Notice>
      <SiteLink href={pages.saved.path}>{pages.saved.title}</SiteLink>
    </>
  );
}
