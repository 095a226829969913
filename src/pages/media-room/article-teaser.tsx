import type { ReactNode } from 'react';

import type { ListedArticle } from '#src/api/answers.ts';
import { SiteLink } from '#src/components/link.tsx';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { ArticleDate, ArticleImage } from './article-image.tsx';

type ArticleTeaserProps = {
  article: ListedArticle;
  /** Title and text with what was searched for marked in them. */
  title?: ReactNode;
  text?: ReactNode;
  isFirst?: boolean;
};

export function ArticleTeaser({ article, title, text, isFirst }: ArticleTeaserProps) {
  return (
    <li className="media-item">
      <ArticleImage className="media-thumb" src={article.image} width={320} height={200} isFirst={isFirst} />
      <div>
        <h2 className="media-title">
          <SiteLink className="stretched-link" href={mediaDetailPath(article.id)}>
            {title ?? article.title}
          </SiteLink>
        </h2>
        <p className="meta">
          <ArticleDate date={article.date} />
        </p>
        <p>{text ?? excerpt(article.text, excerptLimits.listText)}</p>
      </div>
    </li>
  );
}

/** What stands in an article's place while the list is on its way. */
export function ArticleTeaserSkeleton() {
  return (
    <li className="media-item" aria-hidden="true">
      <div className="skeleton media-thumb" />
      <div>
        <p className="media-title skeleton-line w-80" />
        <p className="meta skeleton-line w-60" />
        <p className="skeleton-line" />
        <p className="skeleton-line" />
        <p className="skeleton-line w-80" />
      </div>
    </li>
  );
}
