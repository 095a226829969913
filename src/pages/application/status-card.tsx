import { ageText } from '#src/components/saved-copy.tsx';
import { follow } from '#src/content/follow.ts';
import { shell } from '#src/content/interface.ts';
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { machineDate, mediaDate } from '#src/lib/dates.ts';

type StatusCardProps = {
  status: ApplicationStatus;
  /** What the visitor knows it by; may be empty. */
  about: string;
  /** When this was heard, where it could not be asked now. */
  savedAt: number | undefined;
};

export function StatusCard({ status, about, savedAt }: StatusCardProps) {
  const { name, text } = follow.states[status.state];
  const isMoved = status.state !== 'received';
  return (
    <article className="panel stack">
      <h2>{(status.jobName ?? about) || follow.list.unnamed}</h2>
      <div role="status" className="stack">
        <p className="meta">
          <span className="tag">{name}</span> <Day iso={isMoved ? status.stateAt : status.createdAt} />
        </p>
        <p>{text}</p>
        {savedAt !== undefined && (
          <p className="saved-copy">
            {shell.savedCopy}: {ageText(Date.now() - savedAt)}
          </p>
        )}
      </div>
      {status.note !== undefined && (
        <section>
          <h3>{follow.word}</h3>
          <blockquote>{status.note}</blockquote>
        </section>
      )}
      {isMoved && (
        <p className="meta">
          {follow.received} <Day iso={status.createdAt} />
        </p>
      )}
    </article>
  );
}

/** Nothing, where nobody knows. */
function Day({ iso = '' }: { iso?: string }) {
  const text = mediaDate(iso);
  return text !== '' && <time dateTime={machineDate(iso)}>{text}</time>;
}
