import { type ReactNode, startTransition, useActionState, useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { useSearch } from 'wouter';

import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Section } from '#src/components/section.tsx';
import { shell } from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { followPath } from '#src/paths.ts';
import { updates } from '#src/state/connection.ts';
import { submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import type { Kept, ReadableLink } from './kept.ts';

const kinds = ['pages', 'articles', 'followed'] as const;

/** What is kept on this device. Offline it also stands for an address that is not kept (`?for=PATH`). */
export function Saved() {
  const query = new URLSearchParams(useSearch());
  const [kept, act, isBusy] = useActionState(readOrSave, undefined);
  useEffect(() => {
    const read = () => startTransition(() => act('read'));
    read();
    // The site may be kept only now.
    return subscribe(updates, read);
  }, [act]);
  const ownOnes = useProxyState(submissions).all.filter(({ secret }) => secret);
  const followed = ownOnes.map(({ about: title, secret = '' }) => ({ path: followPath(secret), title }));
  const links = { ...kept, followed };
  const isEmpty = kinds.every((kind) => links[kind]?.length === 0);
  const address = query.get('for') ?? '';
  return (
    <>
      <PageHeader name="saved" />
      {kept === undefined || (isEmpty && query.has('deleted')) ? (
        <Part className="page-loading" heading={saved.heading}>
          <p role="status">{kept === undefined ? saved.reading : saved.delete.done}</p>
          <noscript>{saved.withoutScript}</noscript>
        </Part>
      ) : (
        <>
          {address.startsWith('/') && (
            <Part heading={saved.notSaved.heading}>
              <p>{saved.notSaved.text(address)}</p>
              {/* Anybody may write the address: with the origin before it, it never leaves this site. */}
              <a className="btn btn-primary" href={location.origin + address}>
                {shell.retry}
              </a>
            </Part>
          )}
          {/* High enough that what is kept only now moves nothing. */}
          <Part className="page-loading" heading={saved.readable.heading}>
            {isEmpty && <p>{saved.readable.nothing}</p>}
            {kinds.map((kind) => (
              <Links key={kind} heading={saved.readable[kind]} links={links[kind] ?? []} />
            ))}
          </Part>
          <Part heading={saved.articles.heading}>
            {kept.bytes !== undefined && <p>{saved.readable.space(kept.bytes / 1_000_000)}</p>}
            <p>{saved.articles.text}</p>
            <Press label={saved.articles.button} isBusy={isBusy} act={() => act('save')} />
            <p role="status">
              {kept.isWhole !== undefined && saved.articles.said(kept.articles.length, kept.isWhole)}
            </p>
          </Part>
          <DeleteEverything onEnd={() => act('read')} />
          <section className="container">
            <AlertsOffer />
          </section>
        </>
      )}
    </>
  );
}

async function readOrSave(before: Kept | undefined, act: 'read' | 'save'): Promise<Kept | undefined> {
  const { readKept, saveArticles } = await import('./kept.ts');
  const isWhole = act === 'save' ? await saveArticles().catch(() => false) : before?.isWhole;
  return { ...(await readKept()), isWhole };
}

type PartProps = { heading: string; className?: string; children: ReactNode };

function Part({ heading, className = '', children }: PartProps) {
  return (
    <Section className={`section-aside ${className}`} heading={heading}>
      <div className="vstack gap-3 align-items-start">{children}</div>
    </Section>
  );
}

function Links({ heading, links }: { heading: string; links: ReadableLink[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h3>{`${heading}: ${links.length}`}</h3>
      <ul>
        {links.map(({ path, title }) => (
          <li key={path}>
            <SiteLink href={path}>{title}</SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Press({ label, isBusy = false, act }: { label: string; isBusy?: boolean; act: () => void }) {
  return (
    <button type="button" className="btn btn-primary" disabled={isBusy} onClick={() => startTransition(act)}>
      {isBusy ? saved.busy : label}
    </button>
  );
}

function DeleteEverything({ onEnd }: { onEnd: () => void }) {
  const unsent = useProxyState(submissions).all.filter(({ state }) => !/^(?:sent|followed)$/.test(state));
  const names = unsent.map(({ about }) => about || saved.delete.subscription);
  const [isAsked, setIsAsked] = useState(false);
  const [problem, remove, isBusy] = useActionState(async () => {
    const { deleteEverything } = await import('#src/api/delete-everything.ts');
    const isDone = await deleteEverything();
    startTransition(onEnd);
    return isDone ? '' : saved.delete.failed;
  }, '');
  return (
    <Part heading={saved.delete.heading}>
      <p>{saved.delete.text}</p>
      <Press label={saved.delete.button} act={() => setIsAsked(true)} />
      <Dialog open={isAsked} title={saved.delete.question} onClose={() => setIsAsked(false)} isStatic>
        <p>{names.length > 0 ? saved.delete.unsent(names) : saved.delete.lost}</p>
        <FormError message={problem} />
        <Press label={saved.delete.yes} isBusy={isBusy} act={remove} />
      </Dialog>
    </Part>
  );
}
