import { useMemo } from 'react';

import { Notice } from '#src/components/notice.tsx';
import type { MediaEntry } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { excerptLimits } from '#src/lib/excerpt.ts';
import { createSearch } from '#src/lib/search.ts';
import { excerptAround, markParts } from '#src/lib/search-marks.ts';

import { MediaItem } from './article-teaser.tsx';

/** The entries that match, best first, with what matched marked; their number is announced. */
export function SearchHits({ entries, term }: { entries: MediaEntry[]; term: string }) {
  const search = useMemo(() => createSearch(entries), [entries]);
  const hits = useMemo(() => search(term), [search, term]);
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries]);
  return (
    <>
      <p role="status">{mediaRoom.list.found(hits.length, term)}</p>
      {hits.length === 0 && (
        <Notice>
          <p>{mediaRoom.list.noMatch}</p>
        </Notice>
      )}
      <ul className="media-list">
        {hits.map(({ id, words }) => {
          const entry = byId.get(id);
          if (entry === undefined) return null;
          return (
            <MediaItem
              key={id}
              entry={entry}
              title={<Marked text={entry.title} words={words} />}
              text={<Marked text={excerptAround(entry.text, words, excerptLimits.listText)} words={words} />}
            />
          );
        })}
      </ul>
    </>
  );
}

function Marked({ text, words }: { text: string; words: Set<string> }) {
  let start = 0;
  return markParts(text, words).map((part) => {
    const key = start;
    start += part.text.length;
    return part.isHit ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
