import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

import { useLoadedArticles } from '#src/api/hooks.ts';
import { NotFound } from '#src/components/not-found.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { isMediaType, type MediaType } from '#src/contract/media-type.ts';
import { mediaListTitles } from '#src/contract/page.ts';
import { pageNumber, type RouteParams } from '#src/lib/match-page.ts';
import { connectCalls, mediaListPath } from '#src/paths.ts';

import { ArticleList } from './article-list.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';

/** All press releases or all blog posts, a page at a time; with `?q=` only what matches. */
export function MediaList({ params }: { params: RouteParams }) {
  const type: MediaType = isMediaType(params.type) ? params.type : 'blog';
  const { page, term } = useQuery();
  const articles = useLoadedArticles(type, page);
  if (page > 0 && term === '' && articles?.length === 0) return <NotFound />;
  return (
    <>
      <PageHeader
        name="mediaList"
        title={mediaListTitles[type]}
        path={mediaListPath(type, page)}
        feeds={[type]}
      />
      <section className="section" aria-label={mediaListTitles[type]}>
        <div className="container stack-wide">
          <SavedCopy calls={[connectCalls.mediaList(type, page)]} />
          <SearchForm type={type} term={term} />
          {term === '' ? (
            <ArticleList type={type} page={page} />
          ) : (
            <SearchResults type={type} page={page} term={term} />
          )}
        </div>
      </section>
    </>
  );
}

/** The term is read after hydration: the server's html knows none. */
function useQuery(): { page: number; term: string } {
  const search = useSearch();
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const term = isHydrated ? (new URLSearchParams(search).get('q') ?? '').trim() : '';
  return { page: pageNumber(search), term };
}
