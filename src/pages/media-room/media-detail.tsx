import { NotFound } from '#src/components/not-found.tsx';
import { LoadFailed } from '#src/components/notice.tsx';
import { PageHead } from '#src/components/page-head.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { useArticle, useSurroundings } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import type { RouteParams } from '#src/lib/match-page.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { ArticleHead } from './article-head.tsx';
import { ArticlePager } from './article-pager.tsx';
import { ArticleView } from './article-view.tsx';

/** One press release or blog post. */
export function MediaDetail({ params }: { params: RouteParams }) {
  const id = params.id ?? '';
  const { data, error, mutate } = useArticle(id);
  const surroundings = useSurroundings(id);
  if (data === null) return <NotFound />;
  if (data !== undefined)
    return (
      <div className="section container">
        <SavedCopy calls={[connectCalls.mediaDetail(id)]} />
        <ArticleView article={data} type={data.type ?? surroundings?.type} />
        <ArticlePager id={id} />
      </div>
    );
  return (
    <div className="section container">
      <article className="article" aria-busy={error === undefined}>
        <PageHead name="mediaDetail" title={surroundings?.entry.title} />
        {surroundings ? (
          // The list knew it already: what can be told is told at once.
          <ArticleHead article={surroundings.entry} type={surroundings.type} />
        ) : (
          <header id="page-intro" className="article-head">
            <h1>{pages.mediaDetail.title}</h1>
          </header>
        )}
        {error === undefined ? (
          <ArticleSkeleton />
        ) : (
          <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate()} />
        )}
      </article>
    </div>
  );
}

function ArticleSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton article-img" />
      <p className="skeleton-line" />
      <p className="skeleton-line" />
      <p className="skeleton-line w-80" />
      <p className="skeleton-line" />
      <p className="skeleton-line w-60" />
    </div>
  );
}
