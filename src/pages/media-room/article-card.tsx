import { SiteLink } from '#src/components/site-link.tsx';
import type { MediaEntry } from '#src/connect/articles.ts';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { MediaDate } from './article-date.tsx';
import { MediaImage } from './article-image.tsx';

type MediaCardProps = { entry: MediaEntry; tag?: string };

/** A press release or blog post among others; a featured item without an id has nothing to lead to. */
export function MediaCard({ entry, tag }: MediaCardProps) {
  const title = excerpt(entry.title, excerptLimits.cardTitle);
  return (
    <article className="card">
      <MediaImage className="card-img" src={entry.image} width={480} height={300} />
      <div className="card-body">
        {tag !== undefined && (
          <p>
            <span className="tag tag-featured">{tag}</span>
          </p>
        )}
        <h3 className="card-title">
          {entry.id === '' ? (
            title
          ) : (
            <SiteLink className="stretched-link" href={mediaDetailPath(entry.id)}>
              {title}
            </SiteLink>
          )}
        </h3>
        <p className="card-foot meta">
          <MediaDate date={entry.date} />
        </p>
      </div>
    </article>
  );
}

/** What stands in a card's place while the items are on their way. */
export function MediaCardSkeleton() {
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
