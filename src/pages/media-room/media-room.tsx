import type { ReactNode } from 'react';

import { useArticles, useFeatured } from '#src/api/hooks.ts';
import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import { type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaListTitles } from '#src/contract/page.ts';
import { connectCalls, mediaListPath } from '#src/paths.ts';

import { ArticleCard } from './article-card.tsx';
import { ArticleList } from './article-list.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

const itemsPerRow = 3;

export function MediaRoom() {
  return (
    <>
      <PageHeader name="mediaRoom" feeds={mediaTypes} />
      <div className="container">
        <SavedCopy
          calls={[connectCalls.mediaPriority, ...mediaTypes.map((type) => connectCalls.mediaList(type))]}
        />
      </div>
      <NewestRow type="press" />
      <NewestRow type="blog" />
      <FeaturedRow />
      <SubscribeForm />
    </>
  );
}

function NewestRow({ type }: { type: MediaType }) {
  const title = mediaListTitles[type];
  const href = mediaListPath(type);
  const more = (
    <SiteLink className="more" href={href}>
      {mediaRoom.overview.all}
      <span className="visually-hidden">: {title}</span>
    </SiteLink>
  );
  return (
    <Row id={`${type}-row`} title={<SiteLink href={href}>{title}</SiteLink>} more={more}>
      <ArticleList as="cards" answer={useArticles(type)} count={itemsPerRow} />
    </Row>
  );
}

/** Optional: renders nothing without data. */
function FeaturedRow() {
  const { data = [] } = useFeatured();
  const { featured } = mediaRoom.overview;
  if (data.length === 0) return null;
  return (
    <Row id="featured-row" title={featured}>
      <div className="grid-3">
        {data.map((article) => (
          <ArticleCard key={article.id || article.title} article={article} tag={featured} />
        ))}
      </div>
    </Row>
  );
}

type RowProps = { id: string; title: ReactNode; more?: ReactNode; children: ReactNode };

function Row({ id, title, more, children }: RowProps) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="container">
        <div className="hstack flex-wrap justify-content-between gap-3 mb-4">
          <h2 id={id}>{title}</h2>
          {more}
        </div>
        {children}
      </div>
    </section>
  );
}
