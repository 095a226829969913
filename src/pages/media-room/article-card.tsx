import type { ListedArticle } from '#src/api/responses.ts';
import { SiteLink } from '#src/components/link.tsx';
import { shorten, shortenBetweenWords, textLimits } from '#src/lib/shorten.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { ArticleDate, ArticleImage } from './article-image.tsx';

export function ArticleCard({ article }: { article: ListedArticle }) {
  const title = shorten(article.title, textLimits.cardTitle);
  return (
    <article className="card">
      <ArticleImage className="card-img-top cover" article={article} width={480} height={300} />
      <div className="card-body vstack gap-2">
        <h3 className="card-title">
          <ArticleLink article={article} title={title} />
        </h3>
        {article.excerpt && (
          <p className="card-text">{shortenBetweenWords(article.excerpt, textLimits.summary)}</p>
        )}
        <p className="small text-body-secondary mt-auto">
          <ArticleDate date={article.date} />
        </p>
      </div>
    </article>
  );
}

type ArticleTeaserProps = { article: ListedArticle; isFirst?: boolean; heading?: 'h2' | 'h3' };

export function ArticleTeaser({ article, isFirst, heading: Heading = 'h2' }: ArticleTeaserProps) {
  return (
    <li className="media-item">
      <ArticleImage className="cover rounded" article={article} width={320} height={200} isFirst={isFirst} />
      <div className="vstack gap-2">
        <Heading className="h4">
          <ArticleLink article={article} title={article.title} />
        </Heading>
        <p className="small text-body-secondary">
          <ArticleDate date={article.date} />
        </p>
        <p>{article.excerpt}</p>
      </div>
    </li>
  );
}

/** A featured item without an id has no link. */
function ArticleLink({ article, title }: { article: ListedArticle; title: string }) {
  if (article.id === '') return title;
  return (
    <SiteLink className="stretched-link" href={mediaDetailPath(article.id)}>
      {title}
    </SiteLink>
  );
}
