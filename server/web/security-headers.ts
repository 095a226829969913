import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import type { Page } from '#src/contract/page.ts';

type Policy = Record<string, string[]>;

/** Players that an address in the content may name; they load on the visitor's click. */
const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** What `page` may load, as a Content-Security-Policy; its inline script and styles are allowed by their hashes. */
export function htmlPolicy(html: string, csp: Page['csp'], connectBase: string): string {
  const strict = strictPolicy(html, connectBase);
  return asHeader(csp === 'maps' ? withMaps(strict) : strict);
}

function strictPolicy(html: string, connectBase: string): Policy {
  const connect = originsOf(connectBase);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...loaderHash(html)],
    'style-src': ["'self'", ...styleHashes(html)],
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
  const also = (name: string, ...more: string[]) => [...(strict[name] ?? []), ...more];
  return {
    ...strict,
    'script-src': also('script-src', ...hosts, 'https://*.ggpht.com', 'blob:', "'unsafe-eval'"),
    'style-src': ["'self'", "'unsafe-inline'", 'https://fonts.googleapis.com'],
    'font-src': ["'self'", 'https://fonts.gstatic.com'],
    'connect-src': also('connect-src', ...hosts, 'data:', 'blob:'),
    'frame-src': also('frame-src', 'https://*.google.com'),
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

/** Headers of every answer but an asset's; a route that needs another policy sets it over the one here. */
export const everywhere = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Scripts and styles obey no policy of their own: it would be 2 KB of a first view. */
const { 'content-security-policy': _, ...ofAssets } = everywhere;

/** What only a document obeys: beside scripts, styles and drawings it would be 5 KB of a first view over HTTP/1.1. */
export const ofDocuments = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
};

/** HSTS for two years; a browser obeys it over https only. */
export const httpsOnly = { 'strict-transport-security': 'max-age=63072000' };

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/assets/') ? ofAssets : everywhere);
    // Only a proxy that we trust can tell us of https; over http browsers ignore the header.
    if (request.protocol === 'https') reply.headers(httpsOnly);
    done();
  });
}

/** The build writes it before anything that somebody else has worded: only what comes first is trusted. */
function loaderHash(html: string): string[] {
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  return script ? [hashSource(script)] : [];
}

function styleHashes(html: string): string[] {
  const styles = html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi);
  return [...new Set(Array.from(styles, ([, css = '']) => hashSource(css)))];
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function asHeader(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
