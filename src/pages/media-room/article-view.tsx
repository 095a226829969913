import { MediaImage } from '#src/components/media-image.tsx';
import { Notice } from '#src/components/notice.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import type { Article } from '#src/connect/media-detail.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media.ts';
import { plainText } from '#src/lib/plain-text.ts';

import { ArticleHead } from './article-head.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { ArticleTools } from './article-tools.tsx';

const wordsPerMinute = 200;

/** An article that is here: head, picture and body. */
export function ArticleView({ article, type }: { article: Article; type: MediaType | undefined }) {
  const text = plainText(article.html);
  const minutes = Math.max(1, Math.round(text.split(' ').length / wordsPerMinute));
  return (
    <article className="article">
      <ArticleMeta article={article} type={type} text={text} />
      <ArticleHead article={article} type={type} minutes={text === '' ? undefined : minutes}>
        <ArticleTools title={article.title} />
      </ArticleHead>
      <MediaImage className="article-img" src={article.image} width={1200} height={750} isFirst />
      {text === '' && !/<img\b/i.test(article.html) ? (
        <Notice>
          <p>{mediaRoom.article.withoutText}</p>
        </Notice>
      ) : (
        <RichText className="article-body" html={article.html} plain={text} />
      )}
    </article>
  );
}
