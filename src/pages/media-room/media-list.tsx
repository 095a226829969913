import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';

import { useArticles, useLoadedArticles } from '#src/api/hooks.ts';
import { useSearchable } from '#src/api/search.ts';
import { ActionButton } from '#src/components/action-button.tsx';
import { Field } from '#src/components/field.tsx';
import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { NotFound } from '#src/components/not-found.tsx';
import { LoadFailed, Pending } from '#src/components/notice.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { Status } from '#src/components/status.tsx';
import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { isMediaType, type MediaType } from '#src/contract/media-type.ts';
import { containsAll, fold } from '#src/lib/fold-text.ts';
import { pageNumber, type RouteParams } from '#src/lib/match-page.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { mediaListPath } from '#src/paths.ts';
import { connection } from '#src/state/connection.ts';
import { mediaListTitles } from '#src/words/articles.ts';

import { ArticleList } from './article-list.tsx';

const words = mediaRoom.list;
const itemsExpected = 5;
/** Pages read by a search before the visitor asks for more. */
const pagesAtOnce = 20;

/** Shows one page, or with `?q=` all articles that match. */
export function MediaList({ params }: { params: RouteParams }) {
  const type: MediaType = isMediaType(params.type) ? params.type : 'blog';
  const { page, term } = useQuery();
  const read = useArticles(type, page);
  const count = read.data?.length;
  const isBeyond = page > 0 && count === 0;
  const wholeList = { path: mediaListPath(type), label: words.clear };
  if (isBeyond && term === '' && read.isCurrent) return <NotFound />;
  return (
    <>
      <PageBanner
        name="mediaList"
        title={mediaListTitles[type]}
        description={words.descriptions[type]}
        path={mediaListPath(type, page)}
        feeds={[type]}
      />
      <section className="section" aria-label={mediaListTitles[type]}>
        <div className="container vstack gap-4">
          {term === '' && <SavedCopy reads={[read]} />}
          <SearchForm type={type} term={term} />
          {term !== '' ? (
            <SearchResults key={type + term} type={type} term={term} list={wholeList} />
          ) : (
            <>
              {isBeyond ? (
                <Pending read={read} words={mediaRoom.state} lines={itemsExpected} list={wholeList} />
              ) : (
                <ArticleList as="teasers" read={read} count={itemsExpected} />
              )}
              {count !== undefined && <ListPager type={type} page={page} hasItems={count > 0} />}
            </>
          )}
        </div>
      </section>
    </>
  );
}

/** Ignores the search term until hydration, because the server's HTML has no results. */
function useQuery(): { page: number; term: string } {
  const search = useSearch();
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const term = isHydrated ? (new URLSearchParams(search).get('q') ?? '').trim() : '';
  return { page: pageNumber(search), term };
}

type SearchProps = { type: MediaType; term: string };

function SearchForm({ type, term }: SearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(term);
  useEffect(() => {
    const field = form.current?.elements.namedItem('q');
    // Only a change of the address: the visitor may have typed before hydration.
    if (field instanceof HTMLInputElement && shown.current !== term) field.value = term;
    shown.current = term;
  }, [term]);
  const path = mediaListPath(type);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    const address = query === '' ? path : `${path}?${new URLSearchParams({ q: query })}`;
    // Unlike a followed link, it moves neither focus nor scroll position.
    history.pushState(null, '', address);
  };
  return (
    <search>
      <form ref={form} className="hstack flex-wrap align-items-end gap-2" action={path} onSubmit={onSubmit}>
        <Field
          label={words.search}
          name="q"
          type="search"
          maxLength={200}
          required={false}
          enterKeyHint="search"
        />
        <button
          type="submit"
          className="btn btn-primary"
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon name="search" />
          {words.searchButton}
        </button>
      </form>
    </search>
  );
}

type ResultsProps = SearchProps & { list: { path: string; label: string } };

function SearchResults({ type, term, list }: ResultsProps) {
  const [most, setMost] = useState(pagesAtOnce);
  const { online } = useProxyState(connection);
  const { isSearching, ...read } = useSearchable(type, term, most);
  const { data, error, mutate } = read;
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate()} />;
  const { articles, rest } = data ?? { articles: [] };
  const isHit = containsAll(term);
  const hits = articles.filter(({ title, lead = '', text = '' }) => isHit(fold(`${title} ${lead} ${text}`)));
  const result = `${words.found(hits.length, term)} ${words.searched(articles.length)}`;
  const missing = rest === 'failed' ? ` ${online ? words.olderFailed : words.unsaved}` : '';
  return (
    <>
      <SavedCopy reads={[read]} />
      <Status>{isSearching ? words.searching : result + missing}</Status>
      {(!isSearching || hits.length > 0) && (
        <ArticleList as="teasers" read={{ data: hits }} count={0} empty={words.noMatch} />
      )}
      {rest === 'failed' && online && (
        <ActionButton label={ui.retry} isBusy={isSearching} act={() => void mutate()} />
      )}
      {rest === 'more' && (
        <ActionButton
          label={words.searchOlder}
          isBusy={isSearching}
          act={() => setMost(most + pagesAtOnce)}
        />
      )}
      <SiteLink className="more" href={list.path}>
        {list.label}
      </SiteLink>
    </>
  );
}

type ListPagerProps = { type: MediaType; page: number; hasItems: boolean };

/** Hides the link to older articles once the next page is known to be empty. */
function ListPager({ type, page, hasItems }: ListPagerProps) {
  const isLast = useLoadedArticles(type, page + 1)?.length === 0;
  return (
    <nav
      className="hstack flex-wrap justify-content-between gap-3 border-top pt-4 mt-4 d-print-none"
      aria-label={words.pages}
    >
      {page > 0 && (
        <SiteLink className="fw-semibold" href={mediaListPath(type, page - 1)}>
          <Icon name="arrow-left" />
          {words.newer}
        </SiteLink>
      )}{' '}
      {hasItems && !isLast && (
        <SiteLink className="fw-semibold" href={mediaListPath(type, page + 1)}>
          {words.older}
          <Icon name="arrow-right" />
        </SiteLink>
      )}
      {hasItems && isLast && <p className="small text-body-secondary">{words.end}</p>}
    </nav>
  );
}
