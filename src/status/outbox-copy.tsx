import type { ReactNode } from 'react';

import { CopyText } from '#src/components/copy-text.tsx';
import { company } from '#src/content/company.ts';
import { outboxWords } from '#src/content/status.ts';

type OutboxCopyProps = {
  /** What the visitor knows the request by. */
  name: string;
  /** What it says, by field. */
  payload: Record<string, string>;
  /** Further buttons beside these. */
  children?: ReactNode;
};

/** Another way for what the server does not take: as a text to paste, or in the visitor's own mail program. */
export function OutboxCopy({ name, payload, children }: OutboxCopyProps) {
  const text = payloadText(payload);
  const mail = `mailto:${company.email}?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(text)}`;
  const beside = (
    <>
      <a className="btn" href={mail}>
        {outboxWords.mail}
      </a>
      {children}
    </>
  );
  return <CopyText text={() => text} words={outboxWords} rows={6} beside={beside} />;
}

/** A line for each field that says something. */
export function payloadText(payload: Record<string, string>): string {
  return Object.entries(outboxWords.fields)
    .filter(([field]) => payload[field])
    .map(([field, label]) => `${label}: ${payload[field]}`)
    .join('\r\n');
}
