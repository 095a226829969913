import { absoluteUrl, PageHead } from '#src/components/page-head.tsx';
import { breadcrumbs, organization, StructuredData } from '#src/components/structured-data.tsx';
import type { Article } from '#src/connect/articles.ts';
import { company } from '#src/content/company.ts';
import type { MediaType } from '#src/contract/media.ts';
import { excerpt } from '#src/lib/excerpt.ts';
import { mediaDetailPath, mediaListPath, mediaListTitles, pages } from '#src/paths.ts';

const schemaTypes = { press: 'NewsArticle', blog: 'BlogPosting' } as const;

type ArticleMetaProps = { article: Article; type: MediaType | undefined };

/** What link previews and search engines are told of an article. */
export function ArticleMeta({ article, type }: ArticleMetaProps) {
  const path = mediaDetailPath(article.id);
  const description = article.summary || pages.mediaDetail.description;
  const image = article.image ?? '/social/mediaDetail.png';
  const steps = [
    { name: company.name, path: pages.home.path },
    { name: pages.mediaRoom.title, path: pages.mediaRoom.path },
    ...(type ? [{ name: mediaListTitles[type], path: mediaListPath(type) }] : []),
    { name: article.title, path },
  ];
  const story = {
    '@type': type ? schemaTypes[type] : 'Article',
    headline: excerpt(article.title, 110),
    description,
    image: [absoluteUrl(image)],
    datePublished: article.date.iso,
    mainEntityOfPage: absoluteUrl(path),
    author: { '@id': absoluteUrl('/#organization') },
    publisher: { '@id': absoluteUrl('/#organization') },
  };
  return (
    <>
      <PageHead
        name="mediaDetail"
        type="article"
        title={article.title}
        description={description}
        path={path}
        image={article.image}
        published={article.date.iso}
        feeds={type && [type]}
      />
      <StructuredData things={[story, organization(), breadcrumbs(steps)]} />
    </>
  );
}
