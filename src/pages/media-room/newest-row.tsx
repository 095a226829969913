import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { useMediaList } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media.ts';
import { mediaListPath, mediaListTitles } from '#src/paths.ts';

import { MediaCard, MediaCardSkeleton } from './article-card.tsx';

const itemsPerRow = 3;

/** The newest of one kind, and the way to all of them. */
export function MediaRow({ type }: { type: MediaType }) {
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
        <RowItems type={type} />
      </div>
    </section>
  );
}

function RowItems({ type }: { type: MediaType }) {
  const { data, error, mutate } = useMediaList(type);
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate()} />;
  if (data === undefined)
    return (
      <div className="grid-3">
        {Array.from({ length: itemsPerRow }, (_, index) => (
          // The bones have no identity but their place.
          <MediaCardSkeleton key={`bone-${String(index)}`} />
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
      {data.slice(0, itemsPerRow).map((entry) => (
        <MediaCard key={entry.id} entry={entry} />
      ))}
    </div>
  );
}
