import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import type { Page } from '#src/paths.ts';

type Policy = Record<string, string[]>;

/** Players that an address in the content may name; they load on the visitor's click. */
const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** What `page` may load, as a Content-Security-Policy; inline styles of `html` are allowed by their hashes. */
export function htmlPolicy(html: string, csp: Page['csp'], connectBase: string): string {
  const strict = strictPolicy(styleHashes(html), connectBase);
  return asHeader(csp === 'maps' ? withMaps(strict) : strict);
}

/**
 * Allows what any page or the worker may load. For hosts that hand out files: on an address without a rule of its own
 * this policy stands alone, and where two rules meet the browser obeys both.
 */
export function outerPolicy(connectBase: string): string {
  const maps = withMaps(strictPolicy([], connectBase));
  return asHeader({ ...maps, 'connect-src': [...(maps['connect-src'] ?? []), 'https:'] });
}

function strictPolicy(styles: string[], connectBase: string): Policy {
  const connect = originsOf(connectBase);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': videoHosts,
    'form-action': ["'self'", ...connect],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
}

function originsOf(connectBase: string): string[] {
  return connectBase.startsWith('/') ? [] : [new URL(connectBase).origin];
}

/**
 * The hosts that Google's guide lists for the Maps JavaScript API. Maps writes style elements without a
 * nonce into a static page, and a hash beside 'unsafe-inline' would switch the latter off.
 * https://developers.google.com/maps/documentation/javascript/content-security-policy
 */
function withMaps(strict: Policy): Policy {
  const hosts = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'];
  return {
    ...strict,
    'script-src': ["'self'", ...hosts, 'https://*.ggpht.com', 'blob:', "'unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'", 'https://fonts.googleapis.com'],
    'font-src': ["'self'", 'https://fonts.gstatic.com'],
    'connect-src': [...(strict['connect-src'] ?? []), ...hosts, 'data:', 'blob:'],
    'frame-src': [...(strict['frame-src'] ?? []), 'https://*.google.com'],
    'worker-src': ["'self'", 'blob:'],
  };
}

/** The worker fetches pictures of other origins for its cache, under its own policy and not the page's. */
export function workerPolicy(connectBase: string): string {
  return asHeader({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'", 'https:', ...originsOf(connectBase)],
  });
}

/** For a drawing opened by itself: its own styles, no script. */
export const svgPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer; a document's own policy takes the place of the one here. */
export const everywhere = {
  'content-security-policy': dataPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
};

/** HSTS for two years; a browser obeys it over https only. */
export const httpsOnly = { 'strict-transport-security': 'max-age=63072000' };

/** Gives every answer the strict headers; a route that needs another policy sets it over them. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everywhere);
    // Only a proxy that we trust can tell us of https; over http browsers ignore the header.
    if (request.protocol === 'https') reply.headers(httpsOnly);
  });
}

function styleHashes(html: string): string[] {
  const styles = html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi);
  const hashes = Array.from(styles, ([, css = '']) => createHash('sha256').update(css).digest('base64'));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

function asHeader(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
