import { type ReactNode, startTransition, useActionState, useCallback, useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { useSearch } from 'wouter';

import { deleteEverything } from '#src/api/delete-everything.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Section } from '#src/components/section.tsx';
import { shell } from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { followPath } from '#src/paths.ts';
import { submissions } from '#src/state/submissions.ts';
import { updates } from '#src/state/updates.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { kinds, type ReadableLink, readKept, saveArticles } from './kept.ts';

/** What is kept on this device. Offline it also stands for an address that is not kept (`?for=PATH`). */
export function Saved() {
  const query = new URLSearchParams(useSearch());
  const [kept, setKept] = useState<Awaited<ReturnType<typeof readKept>>>();
  const read = useCallback(async () => {
    const now = await readKept();
    setKept(now);
    return now;
  }, []);
  useEffect(() => {
    void read();
    // The site may be kept only now.
    return subscribe(updates, () => void read());
  }, [read]);
  const [said, save, isSaving] = useActionState(async () => {
    const isWhole = await saveArticles().catch(() => false);
    return saved.articles.said((await read()).articles.length, isWhole);
  }, '');
  const isEmpty = kinds.every((kind) => kept?.[kind].length === 0);
  const followed = useProxyState(submissions)
    .all.filter(({ secret }) => secret)
    .map(({ about, secret = '' }) => ({ path: followPath(secret), title: about }));
  const address = query.get('for') ?? '';
  return (
    <>
      <PageHeader name="saved" />
      {kept === undefined || (isEmpty && query.has('deleted')) ? (
        <Part heading={saved.heading}>
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
          <Part heading={saved.readable.heading}>
            {isEmpty && <p>{saved.readable.nothing}</p>}
            {kinds.map((kind) => (
              <Links key={kind} heading={saved.readable[kind]} links={kept[kind]} />
            ))}
            <Links heading={saved.readable.followed} links={followed} />
            <AlertsOffer />
            {kept.bytes !== undefined && <p>{saved.readable.space(kept.bytes / 1_000_000)}</p>}
          </Part>
          <Part heading={saved.articles.heading}>
            <p>{saved.articles.text}</p>
            <Press label={saved.articles.button} isBusy={isSaving} act={() => startTransition(save)} />
            <p role="status">{said}</p>
          </Part>
          <DeleteEverything onEnd={read} />
        </>
      )}
    </>
  );
}

function Part({ children, ...section }: { heading: string; children: ReactNode }) {
  return (
    <Section className="section-aside" {...section}>
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
    <button type="button" className="btn btn-primary" disabled={isBusy} onClick={act}>
      {isBusy ? saved.busy : label}
    </button>
  );
}

/** Asks one question, which names what has not been sent. */
function DeleteEverything({ onEnd }: { onEnd: () => Promise<unknown> }) {
  const unsent = useProxyState(submissions).all.filter(
    ({ state }) => state !== 'sent' && state !== 'followed',
  );
  const names = unsent.map(({ about }) => about || saved.delete.subscription);
  const [isAsked, setIsAsked] = useState(false);
  const [problem, remove, isBusy] = useActionState(async () => {
    const isDone = await deleteEverything();
    await onEnd();
    return isDone ? '' : saved.delete.failed;
  }, '');
  return (
    <Part heading={saved.delete.heading}>
      <p>{saved.delete.text}</p>
      <Press label={saved.delete.button} act={() => setIsAsked(true)} />
      <Dialog open={isAsked} title={saved.delete.question} onClose={() => setIsAsked(false)} isStatic>
        <p>{names.length > 0 ? saved.delete.unsent(names) : saved.delete.lost}</p>
        <FormError message={problem} />
        <Press label={saved.delete.yes} isBusy={isBusy} act={() => startTransition(remove)} />
      </Dialog>
    </Part>
  );
}
