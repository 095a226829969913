const connect = '/connect';
const health = '/healthz';
const uploads = '/uploads';

/** Mount path in the embedded server. The browser uses VITE_CONNECT_BASE. */
export const connectMount = `${connect}/v1`;

/** Addresses that are neither a page nor the connect API. */
export const otherPaths = {
  health,
  worker: '/sw.js',
  manifest: '/manifest.webmanifest',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  /** Images published with an article. */
  upload: (name: string) => `${uploads}/${name}`,
  feed: (type: 'press' | 'blog' | 'vacancies') => `/${type}.xml`,
} as const;

/** Only the server answers these paths and everything below them. The worker ignores them, and logs omit their parameters. */
export const serverPrefixes = {
  connect,
  health,
  uploads,
  office: '/office',
  preview: '/preview',
  confirm: '/confirm',
  unsubscribe: '/unsubscribe',
} as const;

/** Ignores case, because no page's path differs from these only in case. */
export function isServerPath(pathname: string): boolean {
  const path = `${pathname.toLowerCase()}/`;
  return Object.values(serverPrefixes).some((prefix) => path.startsWith(`${prefix}/`));
}
