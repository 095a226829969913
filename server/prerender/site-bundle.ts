import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Fastify from 'fastify';

import { type BundlePart, type SiteFile, sumLength } from '#src/contract/site-bundle.ts';

import { addSecurityHeaders } from '../web/security-headers.ts';
import { readBuildRecord, serverBundle } from '../web/server-bundle.ts';
import { serveStaticSite } from '../web/static-site.ts';

/** What belongs to one answer, or to the line it comes over, and not to the file. */
const passing = /^(?:date|connection|keep-alive|content-length|etag|last-modified|vary|accept-ranges)$/;

/** The cleaner of articles and the search: a sixth of all scripts, and nothing to do before an article is on the device. */
const forArticles = /^assets\/(?:safe-html|search-hits)-/;

/** On a page that is kept: what reads its saved answers, which came inside its html before, and what its visitor may press for. */
const alwaysNeeded = /^assets\/(?:answers)-/;

/** As Workbox hands it over. */
type Entry = SiteFile & { size: number };

export type SiteBuild = {
  dir: string;
  isInFirstView: (file: string) => boolean;
  /** Gives what a file weighs over the wire. */
  compress: (file: string) => Promise<number>;
};

/**
 * Writes the bundle into the build, and gives the worker's list with it. The revision of a file is the sum of its part, so
 * that a changed policy brings a page anew, even where its html is the same.
 */
export async function writeSiteBundle(entries: Entry[], build: SiteBuild): Promise<Entry[]> {
  // What is alike stands side by side, and a changed name moves nothing.
  const sorted = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const bundled = sorted.filter(({ url }) => !build.isInFirstView(url) && !forArticles.test(url));
  const lines = await readLines(
    build,
    bundled.map(({ url }) => url),
  );
  const content = lines.join('');
  const url = `assets/site-${sumOf(content)}.txt`;
  writeFileSync(join(build.dir, url), content);
  const listed = bundled.map(async ({ url: file, revision, size }, index) => {
    const line = lines[index] ?? '';
    const sum = sumOf(line);
    return {
      url: file,
      revision: revision && sum,
      size,
      sum,
      ...(revision && { bodySum: sumOf((JSON.parse(line) as BundlePart).body) }),
      bytes: await build.compress(join(build.dir, file)),
    };
  });
  const others = sorted.filter((entry) => !bundled.includes(entry));
  return [
    { url, revision: null, size: content.length, bytes: await build.compress(join(build.dir, url)) },
    ...(await Promise.all(
      others.map((entry) => (forArticles.test(entry.url) ? laterEntry(entry, build) : entry)),
    )),
    ...(await Promise.all(listed)),
  ].map((entry) => (alwaysNeeded.test(entry.url) ? { ...entry, always: true } : entry));
}

async function laterEntry(entry: Entry, { dir, compress }: SiteBuild): Promise<Entry> {
  return { ...entry, later: true, bytes: await compress(join(dir, entry.url)) };
}

const keyOf = ({ url }: Entry) => `${url.split('.').at(-1)} ${url}`;

/** Asks the server itself, so that a file comes out of the bundle with what it is sent with otherwise. */
async function readLines({ dir }: SiteBuild, urls: string[]): Promise<string[]> {
  const { connectBase } = readBuildRecord(serverBundle);
  const app = Fastify();
  addSecurityHeaders(app);
  await serveStaticSite(app, dir, { folder: dir, names: new Set() }, connectBase);
  try {
    const lines = [];
    for (const url of urls) {
      const { statusCode, headers, body } = await app.inject(`/${url}?__WB_REVISION__=`);
      if (statusCode !== 200) throw new Error(`The server answers ${statusCode} for ${url}.`);
      const own = Object.entries(headers).filter(([name]) => !passing.test(name));
      const part: BundlePart = {
        headers: Object.fromEntries(own.map(([name, value]) => [name, `${value}`])),
        body,
      };
      lines.push(`${JSON.stringify(part)}\n`);
    }
    return lines;
  } finally {
    await app.close();
  }
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, sumLength);
}
