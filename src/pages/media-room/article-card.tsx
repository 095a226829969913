import type { ListedArticle } from '#src/api/responses.ts';
import { SiteLink } from '#src/components/link.tsx';
import { NewMark } from '#src/components/new-mark.tsx';
import type { MediaType } from '#src/contract/media-type.ts';
import { shorten, shortenBetweenWords, textLimits } from '#src/lib/shorten.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { ArticleDate, ArticleImage } from './article-image.tsx';

/** `type`: the list that contains it. */
type ArticleCardProps = { article: ListedArticle; type: MediaType | undefined; tag?: string };

/** A featured item without an id has no link. */
export function ArticleCard({ article, type, tag }: ArticleCardProps) {
  const title = shorten(article.title, textLimits.cardTitle);
  return (
    <article className="card">
      <ArticleImage className="card-img-top cover" article={article} width={480} height={300} />
      <div className="card-body vstack gap-2">
        {tag !== undefined && (
          <p>
            <span className="badge featured">{tag}</span>
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
        {article.excerpt && (
          <p className="card-text">{shortenBetweenWords(article.excerpt, textLimits.summary)}</p>
        )}
        <p className="small text-body-secondary mt-auto">
          <ArticleDate date={article.date} /> <NewMark list={type} date={article.date} />
        </p>
      </div>
    </article>
  );
}

type ArticleTeaserProps = { article: ListedArticle; type: MediaType; isFirst: boolean };

export function ArticleTeaser({ article, type, isFirst }: ArticleTeaserProps) {
  return (
    <li className="media-item">
      <ArticleImage className="cover rounded" article={article} width={320} height={200} isFirst={isFirst} />
      <div className="vstack gap-2">
        <h2 className="h4">
          <SiteLink className="stretched-link" href={mediaDetailPath(article.id)}>
            {article.title}
          </SiteLink>
        </h2>
        <p className="small text-body-secondary">
          <ArticleDate date={article.date} /> <NewMark list={type} date={article.date} />
        </p>
        <p>{article.excerpt}</p>
      </div>
    </li>
  );
}
