import { useArticle, useListed } from '#src/api/hooks.ts';
import type { Article } from '#src/api/responses.ts';
import { ClosingBand } from '#src/components/closing-band.tsx';
import { NotFound } from '#src/components/not-found.tsx';
import { Notice, Pending } from '#src/components/notice.tsx';
import { PageMeta } from '#src/components/page-meta.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { ShareButtons } from '#src/components/share-buttons.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import type { RouteParams } from '#src/lib/match-page.ts';
import { mediaDetailPath, pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { ArticleHead, ArticleMeta } from './article-head.tsx';
import { ArticleImage } from './article-image.tsx';
import { ReadNext } from './read-next.tsx';

const words = mediaRoom.article;
const allArticles = { path: pages.mediaRoom.path, label: words.back };

export function MediaDetail({ params }: { params: RouteParams }) {
  const id = params.id ?? '';
  const read = useArticle(id);
  const { data } = read;
  const listed = useListed(id);
  if (data === null && read.isCurrent) return <NotFound />;
  if (data)
    return (
      <>
        <div className="section container">
          <div className="article">
            <SavedCopy reads={[read]} />
          </div>
          <ArticleView key={id} article={data} type={data.type ?? listed?.type} />
          <ReadNext key={`${id}-next`} id={id} type={data.type ?? listed?.type ?? 'press'} />
        </div>
        <ClosingBand />
      </>
    );
  return (
    <div className="section container">
      <article className="article vstack gap-4">
        <PageMeta name="mediaDetail" title={listed?.article.title} />
        {listed ? (
          <ArticleHead {...listed} />
        ) : (
          <header id="page-intro" className="vstack gap-2">
            <h1>{titles.mediaDetail}</h1>
          </header>
        )}
        <Pending read={read} words={words} lines={8} list={allArticles} />
      </article>
    </div>
  );
}

function ArticleView({ article, type }: { article: Article; type: MediaType | undefined }) {
  const { id, title, html, minutesToRead } = article;
  return (
    <article className="article">
      <ArticleMeta article={article} type={type} />
      <ArticleHead article={article} type={type} minutes={minutesToRead}>
        <ShareButtons title={title} path={mediaDetailPath(id)} />
      </ArticleHead>
      {article.image && (
        <ArticleImage className="cover rounded mt-4" article={article} width={1200} height={750} isFirst />
      )}
      {minutesToRead === undefined && !/<img\b/i.test(html) ? (
        <Notice>
          <p>{words.withoutText}</p>
        </Notice>
      ) : (
        <RichText className="article-body mt-4" html={html} />
      )}
    </article>
  );
}
