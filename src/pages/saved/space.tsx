import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { sizeText } from '#src/lib/size-text.ts';

import type { SavedSectionProps } from './on-this-phone.ts';

const words = saved.space;

/** What the site takes up here, and what it took from the network. */
export function SpaceTaken({ phone: { space, traffic, bytesOfPage } }: SavedSectionProps) {
  const parts = ['site', 'answers', 'images', 'typed'] as const;
  const all = space && parts.reduce((sum, part) => sum + space[part], 0);
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{all === undefined ? saved.unread : words.onPhone(sizeText(all))}</p>
        {space && (
          <dl className="figures">
            {parts.map((part) => (
              <Figure key={part} name={words.parts[part]} bytes={space[part]} />
            ))}
          </dl>
        )}
        <h3>{words.network}</h3>
        {traffic === undefined && <p>{words.withoutWorker}</p>}
        <dl className="figures">
          {traffic === undefined ? (
            <Figure name={words.ofPage} bytes={bytesOfPage} />
          ) : (
            <>
              <Figure name={words.visit} bytes={traffic.visit} />
              <Figure name={words.month} bytes={traffic.month} />
            </>
          )}
        </dl>
        <p className="meta">{words.note}</p>
      </div>
    </Section>
  );
}

function Figure({ name, bytes }: { name: string; bytes: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{sizeText(bytes)}</dd>
    </div>
  );
}
