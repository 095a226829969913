import { useId } from 'react';

import { SiteLink } from '#src/components/link.tsx';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { clearDraft } from '#src/outbox/drafts.ts';
import { vacancyPath } from '#src/paths.ts';
import { OutboxCopy, payloadText } from '#src/status/outbox-copy.tsx';
import { entryName } from '#src/status/outbox-entry.tsx';

import type { SavedSectionProps } from './on-this-phone.ts';
import type { HalfTyped } from './typed.ts';

const words = saved.halfTyped;

/** The half-typed applications, also where their vacancy has left the list; nothing where there are none. */
export function HalfTypedList({ phone: { halfTyped = [] }, onChange }: SavedSectionProps) {
  if (halfTyped.length === 0) return null;
  const remove = async (job: string) => {
    await clearDraft(job);
    // The button goes; the focus must not go with it.
    document.getElementById('main')?.focus({ preventScroll: true });
    onChange();
  };
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose">
        <p>{words.text}</p>
        <ul className="outbox-list">
          {halfTyped.map((one) => (
            <HalfTypedItem key={one.job} {...one} onDelete={() => void remove(one.job)} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

function HalfTypedItem({ job, about, payload, onDelete }: HalfTyped & { onDelete: () => void }) {
  const headingId = useId();
  return (
    <li className="outbox-entry">
      <h3 id={headingId}>
        <SiteLink href={vacancyPath(job)}>{about}</SiteLink>
      </h3>
      <p className="plain-text">{payloadText(payload)}</p>
      <OutboxCopy name={entryName({ kind: 'apply', about })} payload={payload}>
        <button type="button" className="btn" aria-describedby={headingId} onClick={onDelete}>
          {words.delete}
        </button>
      </OutboxCopy>
    </li>
  );
}
