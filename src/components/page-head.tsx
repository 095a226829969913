import { type PageName, pages } from '#src/paths.ts';

type PageHeadProps = {
  name: PageName;
  title?: string;
  description?: string;
  /** Path for the canonical link; none where the document stands for many addresses. */
  path?: string;
  image?: string;
  type?: 'website' | 'article';
  noindex?: boolean;
};

export const siteUrl = import.meta.env.SITE_URL;

/** Title and meta tags of the current page; React hoists them into `<head>`. */
export function PageHead({ name, type = 'website', noindex = false, ...given }: PageHeadProps) {
  const page = pages[name];
  const title = given.title ?? page.title;
  const description = given.description ?? page.description;
  const path = given.path ?? (page.path.includes(':') || name === 'notFound' ? undefined : page.path);
  const image = new URL(given.image ?? `/social/${name}.png`, siteUrl).href;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
      {path !== undefined && <link rel="canonical" href={new URL(path, siteUrl).href} />}
      {path !== undefined && <meta property="og:url" content={new URL(path, siteUrl).href} />}
      <meta property="og:site_name" content="HERO Control System" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={image} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
