import { useArticles, useFeatured } from '#src/api/hooks.ts';
import { SiteLink } from '#src/components/link.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { mediaListTitles } from '#src/contract/page.ts';
import { mediaListPath } from '#src/paths.ts';

import { ArticleCard, ArticleCardSkeleton } from './article-card.tsx';

const itemsPerRow = 3;

/** The newest of one kind, and the way to all of them. */
export function NewestRow({ type }: { type: MediaType }) {
  const title = mediaListTitles[type];
  return (
    <section className="section" aria-labelledby={`${type}-row`}>
      <div className="container">
        <div className="row-head">
          <h2 id={`${type}-row`}>
            <SiteLink href={mediaListPath(type)}>{title}</SiteLink>
          </h2>
          <SiteLink className="more" href={mediaListPath(type)}>
            {mediaRoom.overview.all}
            <span className="visually-hidden">: {title}</span>
          </SiteLink>
        </div>
        <RowArticles type={type} />
      </div>
    </section>
  );
}

function RowArticles({ type }: { type: MediaType }) {
  const { data, error, mutate } = useArticles(type);
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate()} />;
  if (data === undefined)
    return (
      <div className="grid-3">
        {Array.from({ length: itemsPerRow }, (_, index) => (
          // The bones have no identity but their place.
          <ArticleCardSkeleton key={`bone-${String(index)}`} />
        ))}
      </div>
    );
  if (data.length === 0)
    return (
      <Notice>
        <p>{mediaRoom.list.empty}</p>
      </Notice>
    );
  return (
    <div className="grid-3">
      {data.slice(0, itemsPerRow).map((article) => (
        <ArticleCard key={article.id} article={article} />
      ))}
    </div>
  );
}

/** What the company puts first. It only adds to the page: without an answer, or empty, it is left out. */
export function FeaturedRow() {
  const { data = [] } = useFeatured();
  if (data.length === 0) return null;
  return (
    <section className="section" aria-labelledby="featured-row">
      <div className="container">
        <div className="row-head">
          <h2 id="featured-row">{mediaRoom.overview.featured}</h2>
        </div>
        <div className="grid-3">
          {data.map((article) => (
            <ArticleCard
              key={article.id || article.title}
              article={article}
              tag={mediaRoom.overview.featured}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
