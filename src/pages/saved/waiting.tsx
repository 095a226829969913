import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { pending } from '#src/state/pending.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';
import { entryName, momentText } from '#src/status/outbox-entry.tsx';

/** What is still to be sent from here; the Outbox itself, at the edge of each page, sends and deletes. */
export function Waiting() {
  const { entries } = useProxyState(pending);
  return (
    <Section className="section-aside" heading={saved.waiting.heading}>
      <div className="prose">
        <p>{entries.length === 0 ? saved.waiting.empty : saved.waiting.text}</p>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              {entryName(entry)}, {momentText(entry.createdAt)}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
