import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { useSearch } from 'wouter';

import { ActionButton, FormError } from '#src/components/action-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Isolated } from '#src/components/isolated.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Section } from '#src/components/section.tsx';
import { Status } from '#src/components/status.tsx';
import * as ui from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { usePress } from '#src/lib/use-press.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { AlertsOffer } from '#src/outbox/page/alerts-offer.tsx';
import { SubmissionName } from '#src/outbox/page/submission-name.tsx';
import { submissions } from '#src/outbox/page/submissions.ts';
import { isHere } from '#src/outbox/sent-file.ts';
import { placeOf, type Submission } from '#src/outbox/submission.ts';
import { followPath } from '#src/paths.ts';
import { updates } from '#src/state/updates.ts';

import type { ReadableLink, SavedContent } from './saved-content.ts';

const kinds = ['pages', 'articles', 'followed'] as const;

/** Shows what is stored on this device. Offline it also replaces a page that is not cached (`?for=PATH`). */
export function Saved() {
  const query = new URLSearchParams(useSearch());
  const [content, setContent] = useState<SavedContent>();
  const [read] = useState(() => async (isWhole?: boolean) => {
    const { findSaved } = await import('./saved-content.ts');
    const found = await findSaved();
    setContent((before) => ({ ...found, isWhole: isWhole ?? before?.isWhole }));
  });
  const { isBusy, press: save } = usePress(async () => {
    const { saveArticles } = await import('./saved-content.ts');
    await read(await saveArticles().catch(() => false));
    return '';
  });
  useEffect(() => {
    void read();
    // Read again when the site has been cached.
    return subscribe(updates, () => void read());
  }, [read]);
  const applications = useProxyState(submissions).all.filter(({ secret }) => secret);
  const followed = applications.map(({ about: title, id }) => ({ path: followPath(id), title }));
  const links = { ...content, followed };
  const isEmpty = kinds.every((kind) => links[kind]?.length === 0);
  const address = query.get('for') ?? '';
  return (
    <>
      <PageBanner name="saved" />
      {content === undefined || (isEmpty && query.get('deleted') === '') ? (
        <Part className="page-loading" heading={saved.heading}>
          <Status>{content ? saved.delete.done : saved.reading}</Status>
          {content === undefined && <p className="after-5-s">{saved.notReading}</p>}
        </Part>
      ) : (
        <>
          {address.startsWith('/') && (
            <Part heading={saved.notSaved.heading}>
              <p>{saved.notSaved.text(address)}</p>
              {/* Prefix the origin, so that a crafted link cannot lead to another site. */}
              <a className="btn btn-primary" href={location.origin + address}>
                {ui.retry}
              </a>
            </Part>
          )}
          {/* Reserves space for the list that the worker is about to fill, so that it does not shift the page. */}
          <Part className={isEmpty ? 'page-loading' : ''} heading={saved.readable.heading}>
            <Status>{isEmpty && saved.readable.nothing}</Status>
            {content.pages.length > 0 && <p>{saved.readable.ready}</p>}
            {isEmpty && <p className="after-5-s">{saved.readable.blocked}</p>}
            {kinds.map((kind) => (
              <Links key={kind} heading={saved.readable[kind]} links={links[kind] ?? []} />
            ))}
          </Part>
          <Part heading={saved.articles.heading}>
            {content.bytes !== undefined && <p>{saved.readable.space(content.bytes / 1_000_000)}</p>}
            <p>{saved.articles.text}</p>
            <ActionButton label={saved.articles.button} isBusy={isBusy} act={() => void save()} />
            <Status>{saved.articles.result(content.articles.length, content.isWhole)}</Status>
          </Part>
          <DeleteEverything onEnd={() => void read()} />
          <section className="section container">
            <AlertsOffer />
          </section>
        </>
      )}
    </>
  );
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
            <SiteLink className="d-inline-block py-2" href={path}>
              {title}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DeleteEverything({ onEnd }: { onEnd: () => void }) {
  const { all } = useProxyState(submissions);
  const isUnsent = (record: Submission) => ['here', 'refused'].includes(placeOf(record));
  const namesOf = (record: Submission) => {
    const names = (record.files?.filter(isHere) ?? []).map(({ sha256, name }) => (
      <bdi key={record.id + sha256}>{name}</bdi>
    ));
    if (['there', 'gone'].includes(placeOf(record))) return names;
    return [<SubmissionName key={record.id} record={record} />, ...names];
  };
  const lost = [
    { sentence: saved.delete.unsent, names: all.filter(isUnsent).flatMap(namesOf) },
    { sentence: saved.delete.mayBeStored, names: all.filter((one) => !isUnsent(one)).flatMap(namesOf) },
  ];
  const [isOpen, setIsOpen] = useState(false);
  const { message, press, isBusy } = usePress(async () => {
    const { deleteEverything } = await import('#src/pages/saved/delete-everything.ts');
    const isDone = await deleteEverything();
    onEnd();
    return isDone ? '' : saved.delete.failed;
  });
  return (
    <Part heading={saved.delete.heading}>
      <p>{saved.delete.text}</p>
      <ActionButton variant="btn-outline-primary" label={saved.delete.button} act={() => setIsOpen(true)} />
      <Dialog open={isOpen} title={saved.delete.question} onClose={() => setIsOpen(false)} isStatic>
        {lost
          .filter(({ names }) => names.length > 0)
          .map(({ sentence, names }) => (
            <p key={sentence.name}>
              <Isolated
                sentence={sentence}
                value={names.map((name, index) => (
                  <Fragment key={name.key}>
                    {index > 0 && ', '}
                    {name}
                  </Fragment>
                ))}
              />
            </p>
          ))}
        <p>{saved.delete.lost}</p>
        <FormError message={message} />
        <ActionButton label={saved.delete.yes} isBusy={isBusy} act={() => void press()} />
      </Dialog>
    </Part>
  );
}
