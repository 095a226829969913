import type { ReactNode } from 'react';

import { SiteLink } from '#src/components/site-link.tsx';
import type { MediaEntry } from '#src/connect/articles.ts';
import { excerpt, excerptLimits } from '#src/lib/excerpt.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { MediaDate } from './article-date.tsx';
import { MediaImage } from './article-image.tsx';

type MediaItemProps = {
  entry: MediaEntry;
  /** Title and text with what was searched for marked in them. */
  title?: ReactNode;
  text?: ReactNode;
  isFirst?: boolean;
};

/** One entry of a list. */
export function MediaItem({ entry, title, text, isFirst }: MediaItemProps) {
  return (
    <li className="media-item">
      <MediaImage className="media-thumb" src={entry.image} width={320} height={200} isFirst={isFirst} />
      <div>
        <h2 className="media-title">
          <SiteLink className="stretched-link" href={mediaDetailPath(entry.id)}>
            {title ?? entry.title}
          </SiteLink>
        </h2>
        <p className="meta">
          <MediaDate date={entry.date} />
        </p>
        <p>{text ?? excerpt(entry.text, excerptLimits.listText)}</p>
      </div>
    </li>
  );
}

/** What stands in an entry's place while the list is on its way. */
export function MediaItemSkeleton() {
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
