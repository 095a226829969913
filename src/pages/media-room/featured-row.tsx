import { useFeatured } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';

import { MediaCard } from './article-card.tsx';

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
          {data.map((entry) => (
            <MediaCard key={entry.id || entry.title} entry={entry} tag={mediaRoom.overview.featured} />
          ))}
        </div>
      </div>
    </section>
  );
}
