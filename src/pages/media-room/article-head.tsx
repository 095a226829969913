import type { ReactNode } from 'react';

import { SiteLink } from '#src/components/site-link.tsx';
import type { Article } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media.ts';
import { mediaListPath, mediaListTitles, pages } from '#src/paths.ts';

import { MediaDate } from './article-date.tsx';

type ArticleHeadProps = {
  article: Pick<Article, 'title' | 'date'>;
  type: MediaType | undefined;
  minutes?: number;
  children?: ReactNode;
};

/** Where one is, the title, the date and how long it takes. */
export function ArticleHead({ article, type, minutes, children }: ArticleHeadProps) {
  return (
    <header id="page-intro" className="article-head">
      <nav aria-label={mediaRoom.article.breadcrumb} className="row-wrap meta">
        <SiteLink href={pages.mediaRoom.path}>{mediaRoom.article.back}</SiteLink>
        {type !== undefined && <SiteLink href={mediaListPath(type)}>{mediaListTitles[type]}</SiteLink>}
      </nav>
      <h1>{article.title}</h1>
      <p className="meta row-wrap">
        <MediaDate date={article.date} />
        {minutes !== undefined && <span>{mediaRoom.article.minutes(minutes)}</span>}
      </p>
      {children}
    </header>
  );
}
