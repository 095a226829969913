import { matchPage } from '#src/lib/match-page.ts';
import { mediaDetailPath, pages } from '#src/paths.ts';
import { isServerPath, otherPaths } from '#src/server-paths.ts';

import { findPicture } from '../pictures/pictures.ts';
import type { Db } from '../store/schema.ts';
import { isSiteFile } from '../web/site-files.ts';
import { visibleArticles } from './visible.ts';

/** Returns the links in a text that lead to a page or file of this site that does not exist. */
export async function deadLinks(db: Db, html: string, siteUrl: string): Promise<string[]> {
  const links = [...html.matchAll(/<a\s[^<>]*?href="([^"]*)"/gi)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const dead: string[] = [];
  for (const href of new Set(links)) if (!(await leadsSomewhere(db, href, siteUrl))) dead.push(href);
  return dead;
}

export const deadLinkWords = (links: string[]) =>
  `These links lead nowhere here: ${links.map((href) => href || '(empty)').join(', ')}`;

async function leadsSomewhere(db: Db, href: string, siteUrl: string): Promise<boolean> {
  const page = siteUrl + mediaDetailPath('id');
  const url = URL.parse(href, page);
  if (href.trim() === '' || url === null) return false;
  if (!/^https?:$/.test(url.protocol) || url.origin !== new URL(siteUrl).origin || href.startsWith('#'))
    return true;
  const path = url.pathname;
  if (path.startsWith(otherPaths.upload('')))
    return (await findPicture(db, path.slice(otherPaths.upload('').length))) !== undefined;
  const { name, params } = matchPage(path);
  const id = params.id ?? '';
  if (name === 'mediaDetail') {
    const article = visibleArticles(db).select('id').where('id', '=', id);
    return (await article.executeTakeFirst()) !== undefined;
  }
  if (name === 'vacancy') {
    const vacancy = db.selectFrom('vacancies').select('id').where('id', '=', id);
    return (await vacancy.where('opened_at', 'is not', null).executeTakeFirst()) !== undefined;
  }
  if (name !== 'notFound') return true;
  const isOther = [...Object.values(otherPaths), ...feeds].includes(path);
  return isOther || (!isServerPath(path) && path !== pages.notFound.path && isSiteFile(path));
}

const feeds = (['press', 'blog', 'vacancies'] as const).map(otherPaths.feed);
