import { type PageName, pages } from '#src/paths.ts';

export type RouteParams = Record<string, string>;
export type PageMatch = { name: PageName; params: RouteParams };

// Each link of a page asks: those without parameters are one look-up.
const names = Object.keys(pages) as PageName[];
const hasParams = (name: PageName) => pages[name].path.includes(':');
const pagesWithParams = names.filter(hasParams);
const fixedPages = new Map<string, PageName>(
  names.filter((name) => !hasParams(name)).map((name) => [pages[name].path, name]),
);

/**
 * The page that a pathname names; unknown paths and unknown media types name the not-found page.
 * Exact where wouter's own parser ignores case: the server answers `/Contact` with 404, and both must agree.
 */
export function matchPage(pathname: string): PageMatch {
  const path = pathname.replace(/\/+$/, '') || '/';
  const fixed = fixedPages.get(path);
  if (fixed !== undefined) return { name: fixed, params: {} };
  for (const name of pagesWithParams) {
    const params = matchPath(pages[name].path, path);
    if (params === null) continue;
    if (name === 'mediaList' && params.type !== 'press' && params.type !== 'blog') break;
    return { name, params };
  }
  return { name: 'notFound', params: {} };
}

function matchPath(pattern: string, path: string): RouteParams | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: RouteParams = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
