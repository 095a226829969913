import { type ReactNode, useState } from 'react';

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
  const [result, setResult] = useState<'none' | 'copied' | 'denied'>('none');
  const text = payloadText(payload);
  const mail = `mailto:${company.email}?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(text)}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      // Denied, or the page came over plain http from another machine.
      setResult('denied');
    }
  }

  return (
    <>
      <div className="outbox-actions">
        <button type="button" className="btn" onClick={() => void copy()}>
          {outboxWords.copy}
        </button>
        <a className="btn" href={mail}>
          {outboxWords.mail}
        </a>
        {children}
      </div>
      <p role="status">{result === 'copied' && outboxWords.copied}</p>
      {result === 'denied' && (
        <label className="field">
          <span>{outboxWords.copyThis}</span>
          <textarea
            className="form-control"
            readOnly
            rows={6}
            value={text}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
    </>
  );
}

/** A line for each field that says something. */
export function payloadText(payload: Record<string, string>): string {
  return Object.entries(outboxWords.fields)
    .filter(([field]) => payload[field])
    .map(([field, label]) => `${label}: ${payload[field]}`)
    .join('\r\n');
}
