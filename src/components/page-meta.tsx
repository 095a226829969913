import { titleWithHint } from '#src/content/navigation.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { type PageName, pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';
import * as site from '#src/words/site.ts';
import { descriptions } from '#src/words/titles.ts';

export type PageMetaProps = {
  name: PageName;
  title?: string;
  description?: string;
  /** Path for the canonical link. */
  path?: string;
  /** Absolute or site-relative. Link previews do not support SVG. */
  image?: string;
  type?: 'website' | 'article';
  /** ISO 8601. */
  published?: string;
  feeds?: readonly MediaType[];
};

export const siteUrl = import.meta.env.SITE_URL;

/** Title and meta tags, which React hoists into `<head>`. */
export function PageMeta({ name, type = 'website', feeds = [], ...given }: PageMetaProps) {
  const page = pages[name];
  const title = given.title ?? titleWithHint(name);
  const description = given.description ?? descriptions[name];
  const path = given.path ?? (page.path.includes(':') || name === 'notFound' ? undefined : page.path);
  const image = absoluteUrl(previewImage(given.image) ?? `/social/${name}.png`);
  return (
    <>
      <title>{name === 'home' ? title : `${title} | ${site.name}`}</title>
      <meta name="description" content={description} />
      {path !== undefined && <link rel="canonical" href={absoluteUrl(path)} />}
      {path !== undefined && <meta property="og:url" content={absoluteUrl(path)} />}
      {feeds.map((feed) => (
        <link
          key={feed}
          rel="alternate"
          type="application/rss+xml"
          title={`${site.name}: ${mediaListTitles[feed]}`}
          href={otherPaths.feed(feed)}
        />
      ))}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={image} />
      {given.published !== undefined && <meta property="article:published_time" content={given.published} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export function absoluteUrl(path: string): string {
  try {
    return new URL(path, siteUrl).href;
  } catch {
    // A provider's image URL may be invalid.
    return siteUrl;
  }
}

function previewImage(image: string | undefined): string | undefined {
  return image !== undefined && !/\.svg(?:[?#]|$)/i.test(image) ? image : undefined;
}
