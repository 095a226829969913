import { SiteLink } from '#src/components/link.tsx';
import { ageText } from '#src/components/saved-copy.tsx';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';

import type { ReadableLink } from './kept-answers.ts';
import type { SavedSectionProps } from './on-this-phone.ts';

const words = saved.readable;

/** What opens from here where nothing answers. */
export function Readable({ phone: { worker, pages, answers }, onChange }: SavedSectionProps) {
  const { lists = [], articles = [] } = answers ?? {};
  const aged = lists.map((list) => ({
    ...list,
    note: words.inList(list.count, ageText(Date.now() - list.savedAt)),
  }));
  const hasNothing = !pages?.length && lists.length === 0 && articles.length === 0;
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        {worker !== 'here' && <p role="status">{words.without[worker]}</p>}
        {worker === 'coming' && (
          // What comes by itself would move what is being read.
          <button type="button" className="btn" onClick={onChange}>
            {words.lookAgain}
          </button>
        )}
        {(pages === undefined || answers === undefined) && <p>{saved.unread}</p>}
        {worker === 'here' && hasNothing && <p>{words.nothing}</p>}
        <Links heading={words.lists} links={aged} />
        <Links heading={words.articles} links={articles} />
        <Links heading={words.pages} links={pages ?? []} />
      </div>
    </Section>
  );
}

function Links({ heading, links }: { heading: string; links: (ReadableLink & { note?: string })[] }) {
  if (links.length === 0) return null;
  return (
    <details className="saved-links" open={links.length <= 12}>
      <summary>
        <h3>
          {heading}: {links.length}
        </h3>
      </summary>
      <ul>
        {links.map(({ path, title, note }) => (
          <li key={path}>
            <SiteLink href={path}>{title}</SiteLink>
            {note !== undefined && <span className="meta"> {note}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
