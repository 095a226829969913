import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Fastify from 'fastify';

import type { BundlePart, SiteFile } from '#src/contract/site-bundle.ts';

import { readSiteFolder, serveStaticSite } from '../web/built-site.ts';
import { addSecurityHeaders } from '../web/security-headers.ts';
import { readBuildRecord, serverBundle } from '../web/server-bundle.ts';

/** Headers that describe a response or connection, not the file. */
const perResponse = /^(?:date|connection|keep-alive|content-length|etag|last-modified|vary|accept-ranges)$/;

type SiteBuild = {
  dir: string;
  /** True for files needed by the first view, which are left out. */
  has: (file: string) => boolean;
};

export async function writeSiteBundle<Entry extends SiteFile & { size: number }>(
  entries: Entry[],
  build: SiteBuild,
) {
  // Compress 1.5 % better in this order.
  const sorted = entries.toSorted((a, b) => typeOf(a) - typeOf(b) || b.size - a.size);
  const bundled = sorted.filter(({ url }) => !build.has(url));
  const parts = await readParts(build.dir, bundled);
  const content = JSON.stringify(parts);
  const bundle = { url: `assets/site-${shortHash(content)}.txt`, revision: null, size: content.length };
  writeFileSync(join(build.dir, bundle.url), content);
  const hashes = new Map(parts.map((part) => [part.url, shortHash(JSON.stringify(part))]));
  const listed = sorted.map((entry) => ({
    ...entry,
    // Hash the headers too: a changed policy must update the cached file.
    revision: entry.revision && (hashes.get(entry.url) ?? entry.revision),
  }));
  return [bundle, ...listed];
}

const types = ['js', 'html', 'css', 'webmanifest', 'svg'];
const typeOf = ({ url }: SiteFile) => types.indexOf(url.split('.').at(-1) ?? '');

async function readParts(dir: string, files: SiteFile[]): Promise<BundlePart[]> {
  const site = readSiteFolder(dir, readBuildRecord(serverBundle));
  const app = Fastify();
  addSecurityHeaders(app);
  await serveStaticSite(app, site);
  try {
    const parts: BundlePart[] = [];
    for (const { url } of files) {
      const { statusCode, headers, body } = await app.inject(`/${url}?__WB_REVISION__=`);
      if (statusCode !== 200) throw new Error(`The server answers ${statusCode} for ${url}.`);
      const own = Object.entries(headers).filter(([name]) => !perResponse.test(name));
      parts.push({
        url,
        headers: Object.fromEntries(own.map(([name, value]) => [name, `${value}`])),
        body,
      });
    }
    return parts;
  } finally {
    await app.close();
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
