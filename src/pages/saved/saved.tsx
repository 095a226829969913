import { useCallback, useEffect, useState } from 'react';
import { useSearch } from 'wouter';

import { isDeletedPage } from '#src/api/delete-everything.ts';
import { useFeature } from '#src/api/hooks.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Section } from '#src/components/section.tsx';
import { shell } from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { sizeText } from '#src/lib/size-text.ts';
import { followPath, pages } from '#src/paths.ts';
import { submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { DeleteSection } from './delete-section.tsx';
import { type Readable, readKept } from './kept.ts';
import { SaveArticles } from './save-articles.tsx';

const nothing: Readable = { lists: [], articles: [], pages: [], bytes: undefined };

/** What is kept on this device. Also stands, offline, for an address that is not: `?for=PATH`. */
export function Saved() {
  const search = useSearch();
  const [kept, setKept] = useState<Readable>();
  const read = useCallback(async () => {
    const now = await readKept().catch(() => nothing);
    setKept(now);
    return now;
  }, []);
  useEffect(() => void read(), [read, search]);
  return (
    <>
      <PageHeader name="saved" />
      {kept === undefined ? <Reading /> : <Sections search={search} kept={kept} read={read} />}
    </>
  );
}

/** The server's html. As high as a screen, so that nothing moves when the rest comes. */
function Reading() {
  return (
    <section className="section page-loading">
      <div className="container stack">
        <p role="status">{saved.reading}</p>
        <noscript>
          <p>{saved.withoutScript}</p>
        </noscript>
      </div>
    </section>
  );
}

type SectionsProps = { search: string; kept: Readable; read: () => Promise<Readable> };

function Sections({ search, kept, read }: SectionsProps) {
  const { lists, articles, bytes } = kept;
  const canAlert = useFeature('alerts');
  const hasNothing = [lists, articles, kept.pages].every(({ length }) => length === 0);
  if (hasNothing && isDeletedPage())
    return (
      <Section className="section-aside page-loading" heading={saved.delete.heading}>
        <p role="status">{saved.delete.done}</p>
      </Section>
    );
  return (
    <>
      <NotSaved address={new URLSearchParams(search).get('for') ?? ''} />
      <Section className="section-aside" heading={saved.readable.heading}>
        <div className="prose stack">
          {hasNothing && <p>{saved.readable.nothing}</p>}
          <Links heading={saved.readable.lists} links={lists} />
          <Links heading={saved.readable.articles} links={articles} />
          <Links heading={saved.readable.pages} links={kept.pages} />
          {bytes !== undefined && <p className="meta">{saved.readable.space(sizeText(bytes))}</p>}
        </div>
      </Section>
      <SaveArticles read={read} />
      <Followed />
      {canAlert && (
        <Section className="section-aside" heading={saved.alerts}>
          <AlertsOffer />
        </Section>
      )}
      <DeleteSection />
    </>
  );
}

/** An address that the worker could not show offline. Anybody may write one: it never leaves this site. */
function NotSaved({ address }: { address: string }) {
  if (!address.startsWith('/')) return null;
  return (
    <Section className="section-aside" heading={saved.notSaved.heading}>
      <div className="prose stack">
        <p>{saved.notSaved.text(address)}</p>
        <a className="btn btn-primary" href={location.origin + address}>
          {shell.retry}
        </a>
      </div>
    </Section>
  );
}

function Links({ heading, links }: { heading: string; links: Readable['lists'] }) {
  if (links.length === 0) return null;
  return (
    <details className="saved-links" open={links.length <= 12}>
      <summary>
        <h3>
          {heading}: {links.length}
        </h3>
      </summary>
      <ul>
        {links.map(({ path, title }) => (
          <li key={path}>
            <SiteLink href={path}>{title}</SiteLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Followed() {
  const followed = useProxyState(submissions).all.filter(({ state }) => state === 'followed');
  if (followed.length === 0) return null;
  return (
    <Section className="section-aside" heading={saved.followed}>
      <ul className="prose">
        {followed.map(({ id, secret = '', about }) => (
          <li key={id}>
            <SiteLink href={followPath(secret)}>{about || pages.application.title}</SiteLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
