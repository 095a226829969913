/** The paths of the pages and of the connect API's calls, for the router, build, server, worker and tests. */
import type { titles } from './words/titles.ts';

export type Page = {
  /** May contain `:id` (any id of the connect API) or `:type(press|blog)` (one of these values). */
  path: string;
  /** `static`: complete at build time. `data`: a shell filled from the connect API. */
  kind: 'static' | 'data';
  sitemap: boolean;
  /** The document's Content-Security-Policy. */
  csp: 'strict' | 'maps';
};

const complete = { kind: 'static', sitemap: true, csp: 'strict' } as const;
const unlisted = { ...complete, sitemap: false } as const;
const filled = { kind: 'data', sitemap: true, csp: 'strict' } as const;

/* Separate, so that the worker does not bundle the table. */
export const homePath = '/';
export const savedPath = '/saved';
export const notFoundPath = '/404';

export const pages = {
  home: { path: homePath, ...complete },
  contact: { path: '/contact', ...complete, csp: 'maps' },
  ask: { path: '/ask', ...complete },
  whoWeAre: { path: '/insider/who-we-are', ...complete },
  team: { path: '/insider/team', ...complete },
  investor: { path: '/insider/investor', ...complete },
  career: { path: '/insider/career', ...filled },
  vacancy: { path: '/insider/career/:id', ...filled, sitemap: false },
  award: { path: '/insider/award', ...complete },
  csr: { path: '/insider/csr', ...complete },
  waterhandler: { path: '/commercial/waterhandler', ...complete },
  osense: { path: '/commercial/osense', ...complete },
  zstudy: { path: '/commercial/zstudy', ...complete },
  travis: { path: '/commercial/travis', ...complete },
  mediaRoom: { path: '/media-room', ...filled },
  mediaList: { path: '/media-room/filter/:type(press|blog)', ...filled },
  mediaDetail: { path: '/media-room/:id', ...filled, sitemap: false },
  privacy: { path: '/privacy', ...complete },
  saved: { path: savedPath, ...unlisted },
  thanks: { path: '/thanks', ...unlisted },
  application: { path: '/application', ...unlisted },
  notFound: { path: notFoundPath, ...unlisted },
} as const satisfies Record<keyof typeof titles, Page>;

export type PageName = keyof typeof pages;

export function mediaListPath(type: 'press' | 'blog', page = 0): string {
  const path = pages.mediaList.path.replace(/:.*/, type);
  return page === 0 ? path : `${path}?page=${page}`;
}

export const withId = (path: string, id: string) => path.replace(':id', encodeURIComponent(id));
export const mediaDetailPath = (id: string) => withId(pages.mediaDetail.path, id);
export const vacancyPath = (id: string) => withId(pages.vacancy.path, id);

/** The vacancy's page with the application form, which works without script. */
export const applyQuery = { name: 'apply', value: '1' } as const;
export const applySearch = `?${applyQuery.name}=${applyQuery.value}`;
export const applyPath = (id: string) => vacancyPath(id) + applySearch;
export const askQuery = 'about';
export const askPath = (about: PageName) => `${pages.ask.path}?${askQuery}=${about}`;

/**
 * The page of an application: with its record's id on the device that follows it, so that the history holds no secret; with
 * its secret in emails and copied links. Browsers do not send the part after `#`, so it reaches no server log.
 */
export const followPath = (idOrSecret: string) => `${pages.application.path}#${idOrSecret}`;

const mediaListPrefix = (type: 'press' | 'blog') => `/media-room/${type}/`;
const mediaDetailPrefix = '/media/';

/** The connect API's calls, relative to its base. */
export const connectCalls = {
  mediaList: (type: 'press' | 'blog', page = 0) => `${mediaListPrefix(type)}${page}`,
  /** Prefix of every page of a list. */
  mediaListPrefix,
  mediaPriority: '/media-priority',
  mediaDetail: (id: string) => mediaDetailPrefix + encodeURIComponent(id),
  mediaDetailPrefix,
  jobList: '/job-list',
  subscribe: '/subscribe',
  jobApply: '/job-apply',
  enquiry: '/enquiry',
  features: '/features',
  alerts: '/alerts',
  application: '/application',
  /** A file that a form announced. */
  file: (sha256: string) => `/files/${sha256}`,
  filePart: (sha256: string, n: number | string) => `/files/${sha256}/${n}`,
} as const;

/**
 * The one spelling of an address that pages link to: without slashes at its end, without `.html` if there is such a page, and
 * without escapes for characters that need none (RFC 3986, 6.2.2.2).
 */
export function canonicalPath(pathname: string, isPage: (path: string) => boolean): string {
  const path = withoutLastSlashes(pathname.replace(/%[2-7][\da-f]/gi, unescaped));
  const page = path === '/index.html' ? homePath : path.replace(/\.html$/, '');
  return isPage(page) ? page : path;
}

/** Keeps the first. A pattern would take quadratic time. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function unescaped(escaped: string): string {
  const character = decodeURIComponent(escaped);
  return /[\w.~-]/.test(character) ? character : escaped;
}
