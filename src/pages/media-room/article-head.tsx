import type { ReactNode } from 'react';

import type { Article } from '#src/api/responses.ts';
import { SiteLink } from '#src/components/link.tsx';
import { absoluteUrl, PageMeta } from '#src/components/page-meta.tsx';
import { organization, StructuredData } from '#src/components/structured-data.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { shorten } from '#src/lib/shorten.ts';
import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';
import { descriptions } from '#src/words/titles.ts';

import { ArticleDate } from './article-image.tsx';

type ArticleHeadProps = {
  article: Pick<Article, 'title' | 'date' | 'lead'>;
  type: MediaType | undefined;
  minutes?: number | undefined;
  children?: ReactNode;
};

export function ArticleHead({ article, type, minutes, children }: ArticleHeadProps) {
  return (
    <header id="page-intro" className="vstack gap-2">
      <nav aria-label={mediaRoom.article.breadcrumb} className="hstack flex-wrap gap-3 small">
        <SiteLink href={pages.mediaRoom.path}>{mediaRoom.article.back}</SiteLink>{' '}
        {type !== undefined && <SiteLink href={mediaListPath(type)}>{mediaListTitles[type]}</SiteLink>}
      </nav>
      <h1>{article.title}</h1>
      {article.lead && <p className="lead">{article.lead}</p>}
      <p className="hstack flex-wrap gap-3 small text-body-secondary">
        <ArticleDate date={article.date} />{' '}
        {minutes !== undefined && <span>{mediaRoom.article.minutes(minutes)}</span>}
      </p>
      {children}
    </header>
  );
}

const schemaTypes = { press: 'NewsArticle', blog: 'BlogPosting' } as const;

type ArticleMetaProps = { article: Article; type: MediaType | undefined };

export function ArticleMeta({ article, type }: ArticleMetaProps) {
  const path = mediaDetailPath(article.id);
  const description = article.excerpt || descriptions.mediaDetail;
  const image = article.image ?? '/social/mediaDetail.png';
  const company = { '@id': absoluteUrl('/#organization') };
  const schema = {
    '@type': type ? schemaTypes[type] : 'Article',
    headline: shorten(article.title, 110),
    description,
    image: [absoluteUrl(image)],
    datePublished: article.date.iso,
    mainEntityOfPage: absoluteUrl(path),
    author: company,
    publisher: company,
  };
  return (
    <>
      <PageMeta
        name="mediaDetail"
        type="article"
        title={article.title}
        description={description}
        path={path}
        image={article.image}
        published={article.date.iso}
        feeds={type && [type]}
      />
      <StructuredData things={[schema, organization()]} />
    </>
  );
}
