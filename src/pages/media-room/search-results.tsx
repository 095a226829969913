import { useSearchable } from '#src/api/hooks.ts';
import { SiteLink } from '#src/components/link.tsx';
import { Notice } from '#src/components/notice.tsx';
import { shell } from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { chunk, useLoaded } from '#src/lib/chunk.ts';
import { mediaListPath } from '#src/paths.ts';

import { ArticleList } from './article-list.tsx';

const hits = chunk(() => import('./search-hits.tsx').then((module) => module.SearchHits));

type SearchResultsProps = { type: MediaType; page: number; term: string };

/** What is on the device and matches the term; the list stands there until the search is ready. */
export function SearchResults({ type, page, term }: SearchResultsProps) {
  const articles = useSearchable(type, page);
  const { value: Hits, hasFailed } = useLoaded(hits, true);
  if (Hits !== undefined && articles !== undefined)
    return (
      <>
        <Hits articles={articles} term={term} />
        <SiteLink className="more" href={mediaListPath(type)}>
          {mediaRoom.list.clear}
        </SiteLink>
      </>
    );
  return (
    <>
      {hasFailed && (
        <Notice>
          <p>{mediaRoom.list.searchFailed}</p>
          <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
            {shell.retry}
          </button>
        </Notice>
      )}
      <ArticleList type={type} page={page} />
    </>
  );
}
