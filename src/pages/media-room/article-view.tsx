import { Notice } from '#src/components/notice.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import type { Article } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media.ts';

import { ArticleHead } from './article-head.tsx';
import { MediaImage } from './article-image.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { ArticleTools } from './article-tools.tsx';

/** An article that is here: head, picture and body. */
export function ArticleView({ article, type }: { article: Article; type: MediaType | undefined }) {
  const { summary } = article;
  return (
    <article className="article">
      <ArticleMeta article={article} type={type} />
      <ArticleHead article={article} type={type} minutes={summary === '' ? undefined : article.minutesToRead}>
        <ArticleTools title={article.title} />
      </ArticleHead>
      <MediaImage className="article-img" src={article.image} width={1200} height={750} isFirst />
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
