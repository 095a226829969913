import type { Article } from '#src/api/answers.ts';
import { useArticle, useSurroundings } from '#src/api/hooks.ts';
import { NotFound } from '#src/components/not-found.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { PageHead } from '#src/components/page-head.tsx';
import { type PassedOn, PassOn } from '#src/components/pass-on.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import type { RouteParams } from '#src/lib/match-page.ts';
import { connectCalls, mediaDetailPath, pages } from '#src/paths.ts';

import { ArticleHead, ArticleMeta } from './article-head.tsx';
import { ArticleImage } from './article-image.tsx';
import { ArticlePager } from './article-pager.tsx';

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
        <PageHead name="mediaDetail" title={surroundings?.article.title} />
        {surroundings ? (
          // The list knew it already: what can be told is told at once.
          <ArticleHead article={surroundings.article} type={surroundings.type} />
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

/** An article that is here: head, picture and body. */
function ArticleView({ article, type }: { article: Article; type: MediaType | undefined }) {
  const { summary } = article;
  return (
    <article className="article">
      <ArticleMeta article={article} type={type} />
      <ArticleHead article={article} type={type} minutes={summary === '' ? undefined : article.minutesToRead}>
        <PassOn page={passedOn(article)}>
          <button type="button" className="btn btn-sm" onClick={() => print()}>
            {mediaRoom.article.print}
          </button>
        </PassOn>
      </ArticleHead>
      <ArticleImage className="article-img" src={article.image} width={1200} height={750} isFirst />
      {summary === '' && !/<img\b/i.test(article.html) ? (
        <Notice>
          <p>{mediaRoom.article.withoutText}</p>
        </Notice>
      ) : (
        <RichText className="article-body" html={article.html} plain={summary} />
      )}
    </article>
  );
}

function passedOn({ id, title }: Article): PassedOn {
  return { kind: 'article', title, path: mediaDetailPath(id) };
}
