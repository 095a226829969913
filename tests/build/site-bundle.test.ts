import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type BundlePart, isBundle } from '#src/contract/site-bundle.ts';

import { temporaryFolder } from '../kit/store.ts';
import {
  builtPages,
  distFiles,
  firstViewScripts,
  readDist,
  wireSize,
  workerList,
} from '../support/built-site.ts';

const list = workerList();
const bundle = list.find(isBundle)?.url ?? '';
const parts = JSON.parse(readDist(bundle)) as BundlePart[];
const bundled = parts.map(({ url }) => url);
const others = list.filter((file) => !isBundle(file));

const hashOf = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 8);

async function serverOfTheBuild() {
  const app = await buildApp(
    readConfig({ DATA_DIR: temporaryFolder(), SAMPLE_CONTENT: '1', LOG_LEVEL: 'silent' }),
  );
  onTestFinished(() => app.close());
  return app;
}

test('the bundle holds the whole list but what each first view has fetched, and nothing else', () => {
  const scripts = builtPages.map((page) => new Set(firstViewScripts(page)));
  const everywhere = [...(scripts[0] ?? [])].filter((file) => scripts.every((some) => some.has(file)));
  expect(bundled.filter((url) => everywhere.includes(url))).toEqual([]);
  expect(everywhere.filter((url) => !others.some((file) => file.url === url))).toEqual([]);
  const apart = others.filter(({ url }) => !bundled.includes(url));
  expect(apart.filter(({ url, revision }) => revision !== null || !/\.(?:js|css)$/.test(url))).toEqual([]);
  expect(bundled.filter((url) => !others.some((file) => file.url === url))).toEqual([]);
});

test('who saves data gets the shells, the page of what is saved and the frame, and no other page', () => {
  const core = others.filter((file) => file.core).map(({ url }) => url);
  expect(core.filter((url) => url.endsWith('.html')).toSorted()).toEqual([
    '404.html',
    'insider/career/shell.html',
    'media-room/shell.html',
    'saved.html',
  ]);
  for (const name of ['entry-client', 'vendor', 'answers', 'saved'])
    expect(core).toContainEqual(expect.stringMatching(`^assets/${name}-.*js$`));
  const added = core.filter((url) => bundled.includes(url)).map(wireSize);
  expect(added.reduce((sum, size) => sum + size)).toBeLessThan(45_000);
});

test('every page and drawing is in the list; photos, posters, screenshots and the worker are not', () => {
  const urls = list.map(({ url }) => url);
  const drawings = distFiles.filter((file) => /^images\/.*\.svg$/.test(file));
  expect(drawings).toHaveLength(53);
  expect(drawings.filter((file) => !urls.includes(file))).toEqual([]);
  const pages = builtPages.map(({ file }) => file).filter((file) => file !== 'thanks.html');
  expect(pages.filter((file) => !urls.includes(file))).toEqual([]);
  expect(urls.filter((url) => /^(?:sw\.js|assets\/sw-|icons\/|screenshots\/|videos\/)/.test(url))).toEqual(
    [],
  );
});

test('every page names the app, by which the worker knows it as one of this build', () => {
  const entry = others.find(({ url }) => url.startsWith('assets/entry-client-') && url.endsWith('.js'));
  const pages = others.filter(({ url }) => url.endsWith('.html'));
  expect(pages.filter(({ url }) => !readDist(url).includes(entry?.url ?? 'no entry'))).toEqual([]);
});

test('each file comes out of the bundle as the server sends it, headers included', async () => {
  const app = await serverOfTheBuild();
  for (const part of parts) {
    const { url, headers, body } = part;
    const { revision } = others.find((file) => file.url === url) ?? {};
    const sent = await app.inject(`/${url}?__WB_REVISION__=${revision}`);
    const ofTheLine = [
      'date',
      'connection',
      'content-length',
      'etag',
      'last-modified',
      'vary',
      'accept-ranges',
    ];
    const expected = Object.entries(sent.headers).filter(([name]) => !ofTheLine.includes(name));
    expect([url, sent.statusCode, headers]).toEqual([url, 200, Object.fromEntries(expected)]);
    expect(body === sent.body, `${url} is another one in the bundle`).toBe(true);
    expect(revision === null || revision === hashOf(JSON.stringify(part)), url).toBe(true);
  }
});

test('the bundle is sent compressed, for ever, under a name of its own', async () => {
  const app = await serverOfTheBuild();
  const answer = await app.inject({ url: `/${bundle}`, headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(readDist(bundle));
  expect(bundle).toBe(`assets/site-${hashOf(readDist(bundle))}.txt`);
});
