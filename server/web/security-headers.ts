import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { type Page, type PageName, pages } from '#src/paths.ts';

import type { BuildRecord } from './server-bundle.ts';

type Policy = Record<string, string[]>;

/** Google's policy is needed only if the build has a key for its map. */
export function cspOf(name: PageName, { hasMapsKey }: Pick<BuildRecord, 'hasMapsKey'>): Page['csp'] {
  return hasMapsKey ? pages[name].csp : 'strict';
}

/** Allows the page's inline script and styles by hash. */
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
 * Follows https://developers.google.com/maps/documentation/javascript/content-security-policy. Omits style hashes: Maps adds
 * style elements without a nonce, and a hash would make browsers ignore 'unsafe-inline'.
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
    'frame-src': ['https://*.google.com'],
    'worker-src': ["'self'", 'blob:'],
  };
}

/** Allows https, because this policy also covers pictures that the worker fetches from other origins. */
export function workerPolicy(connectBase: string): string {
  return asHeader({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'", 'https:', ...originsOf(connectBase)],
  });
}

export const svgPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/** Default headers; a route may replace them. */
export const everywhere = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const { 'content-security-policy': _, ...ofAssets } = everywhere;

/** For documents only; on every file they would add 5 KB to a first view. */
export const ofDocuments = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
};

/** Two years. */
export const httpsOnly = { 'strict-transport-security': 'max-age=63072000' };

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/assets/') ? ofAssets : everywhere);
    if (request.protocol === 'https') reply.headers(httpsOnly);
    done();
  });
}

/** Hashes the first script only: the build puts it before any content. */
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
