import type { ReactNode } from 'react';

import { type Read, useArticles, useFeatured } from '#src/api/hooks.ts';
import type { ListedArticle } from '#src/api/responses.ts';
import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import { type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaListPath } from '#src/paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';

import { ArticleTeaser } from './article-card.tsx';
import { ArticleList } from './article-list.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

const itemsPerRow = 3;

export function MediaRoom() {
  const press = useArticles('press');
  const blog = useArticles('blog');
  const featured = useFeatured();
  const above = [press, blog].flatMap(({ data = [] }) => data.slice(0, itemsPerRow));
  const isAbove = (id: string) => id !== '' && above.some((article) => article.id === id);
  return (
    <>
      <PageBanner name="mediaRoom" feeds={mediaTypes} />
      <NewestRow type="press" read={press}>
        <SavedCopy reads={[press, blog, featured]} />
      </NewestRow>
      <NewestRow type="blog" read={blog} />
      <FeaturedRow articles={featured.data?.filter(({ id }) => !isAbove(id))} />
      <SubscribeForm />
    </>
  );
}

type NewestProps = { type: MediaType; read: Read<ListedArticle[]>; children?: ReactNode };

/** `children`: shown above it. */
function NewestRow({ type, read, children }: NewestProps) {
  const title = mediaListTitles[type];
  const href = mediaListPath(type);
  const more = (
    <SiteLink className="more" href={href}>
      {mediaRoom.overview.all}
      <span className="visually-hidden">: {title}</span>
    </SiteLink>
  );
  return (
    <Row id={`${type}-row`} title={<SiteLink href={href}>{title}</SiteLink>} more={more} above={children}>
      <ArticleList as="cards" read={read} count={itemsPerRow} />
    </Row>
  );
}

/** Optional: renders nothing without data. */
function FeaturedRow({ articles = [] }: { articles: ListedArticle[] | undefined }) {
  if (articles.length === 0) return null;
  return (
    <Row id="featured-row" title={mediaRoom.overview.featured}>
      <ul className="vstack gap-4">
        {articles.map((article) => (
          <ArticleTeaser key={article.id || article.title} article={article} heading="h3" />
        ))}
      </ul>
    </Row>
  );
}

type RowProps = { id: string; title: ReactNode; more?: ReactNode; above?: ReactNode; children: ReactNode };

function Row({ id, title, more, above, children }: RowProps) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="container">
        {above}
        <div className="hstack flex-wrap justify-content-between gap-3 mb-4">
          <h2 id={id}>{title}</h2>
          {more}
        </div>
        {children}
      </div>
    </section>
  );
}
