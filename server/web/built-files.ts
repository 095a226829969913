import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import type { Page } from '#src/paths.ts';

import { pictureTypes } from '../pictures/pictures.ts';
import { prerenderedPages } from './prerendered-pages.ts';
import { type ResponseBody, responseBody } from './response-body.ts';
import { cspOf, htmlPolicy, ofDocuments, svgPolicy, workerPolicy } from './security-headers.ts';
import type { BuildRecord } from './server-bundle.ts';

export type SiteDocument = { body: ResponseBody; headers: Record<string, string> };

/** Types of files to hold in memory. Videos are excluded, because players request ranges. */
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  ...pictureTypes,
};

export const assetsFolder = 'assets/';
export const oneDay = { 'cache-control': 'public, max-age=86400' };
export const oneYear = { 'cache-control': 'public, max-age=31536000, immutable' };
/** `no-transform`: HTML must match its policy's hashes, and a changed worker is a new version. */
export const unchanged = { 'cache-control': 'no-cache, no-transform' };
/** Lets link previews and feed readers show pictures. */
const pictureHeaders = { 'cross-origin-resource-policy': 'cross-origin' };

/** Returns paths with `/` on every system; omits compressed files. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries
    .map((entry) => entry.split(sep).join('/'))
    .filter((file) => !/\.(br|gz)$|^_/.test(file) && statSync(join(folder, file)).isFile());
}

export function readDocuments(
  folder: string,
  files: Iterable<string>,
  record: BuildRecord,
): Map<string, SiteDocument> {
  const documents = new Map<string, SiteDocument>();
  for (const file of files) {
    const type = types[extname(file)];
    if (type === undefined) continue;
    const path = join(folder, file);
    const plain = readFileSync(path);
    const compressed = (end: string) => (existsSync(path + end) ? readFileSync(path + end) : undefined);
    const body = responseBody(type, plain, { br: compressed('.br'), gzip: compressed('.gz') });
    documents.set(file, { body, headers: headersOf(file, plain, record) });
  }
  return documents;
}

function headersOf(file: string, content: Buffer, record: BuildRecord): Record<string, string> {
  const { connectBase } = record;
  const ending = extname(file);
  const policy = ending === '.svg' ? svgPolicy : workerPolicy(connectBase);
  const own: Record<string, string> = /\.(svg|js)$/.test(file) ? { 'content-security-policy': policy } : {};
  if (types[ending]?.startsWith('image/'))
    return { ...(file.startsWith(assetsFolder) ? oneYear : oneDay), ...pictureHeaders, ...own };
  if (file.startsWith(assetsFolder)) return oneYear;
  const built = prerenderedPages.find((prerendered) => prerendered.file === file);
  if (built) return htmlHeaders(content.toString(), cspOf(built.name, record), connectBase);
  return { ...ofDocuments, ...unchanged, ...own };
}

export function htmlHeaders(html: string, csp: Page['csp'], connectBase: string): Record<string, string> {
  const policy = htmlPolicy(html, csp, connectBase);
  return { ...ofDocuments, ...unchanged, 'content-security-policy': policy };
}
