import type { ListedArticle } from '#src/api/answers.ts';
import { SiteLink } from '#src/components/link.tsx';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { ArticleDate, ArticleImage } from './article-image.tsx';

type ArticleCardProps = { article: ListedArticle; tag?: string };

/** A press release or blog post among others; a featured item without an id has nothing to lead to. */
export function ArticleCard({ article, tag }: ArticleCardProps) {
  const title = excerpt(article.title, excerptLimits.cardTitle);
  return (
    <article className="card">
      <ArticleImage className="card-img" src={article.image} width={480} height={300} />
      <div className="card-body">
        {tag !== undefined && (
          <p>
            <span className="tag tag-featured">{tag}</span>
          </p>
        )}
        <h3 className="card-title">
          {article.id === '' ? (
            title
          ) : (
            <SiteLink className="stretched-link" href={mediaDetailPath(article.id)}>
              {title}
            </SiteLink>
          )}
        </h3>
        <p className="card-foot meta">
          <ArticleDate date={article.date} />
        </p>
      </div>
    </article>
  );
}

/** What stands in a card's place while the items are on their way. */
export function ArticleCardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="skeleton skeleton-img" />
      <div className="card-body">
        <p className="card-title skeleton-line w-80" />
        <p className="card-foot skeleton-line w-60" />
      </div>
    </div>
  );
}
