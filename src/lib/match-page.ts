import { applyQuery, type PageName, pages, withoutLastSlashes } from '#src/paths.ts';

export type RouteParams = Record<string, string>;
export type PageMatch = { name: PageName; params: RouteParams };

const patterns = (Object.keys(pages) as PageName[]).map((name) => ({
  name,
  pattern: compile(pages[name].path),
}));

function compile(path: string): RegExp {
  const source = path.replace(
    /:(\w+)(?:\(([^)]*)\))?/g,
    (_, name, words = '[^/]+') => `(?<${name}>${words})`,
  );
  return new RegExp(`^${source}$`);
}

/**
 * Finds the page for a pathname, or the not-found page. Case-sensitive, unlike wouter's own parser, because the server
 * answers `/Contact` with 404.
 */
export function matchPage(pathname: string): PageMatch {
  const path = withoutLastSlashes(pathname);
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decode(value)]);
    return { name, params: Object.fromEntries(params) };
  }
  return { name: 'notFound', params: {} };
}

/** Returns invalid text unchanged. */
export function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** `?page=2` -> 2; invalid numbers -> 0, the newest page. */
export function pageNumber(search: string): number {
  const value = Number(new URLSearchParams(search).get('page') ?? '0');
  return Number.isInteger(value) && value > 0 && value < 100_000 ? value : 0;
}

/** True if the vacancy's page contains the application form. */
export function containsForm(search: string): boolean {
  return new URLSearchParams(search).get(applyQuery.name) === applyQuery.value;
}
