import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type BundlePart, isBundle } from '#src/contract/site-bundle.ts';

import { temporaryFolder } from '../service/test-app.ts';
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
const bundled = list.filter(({ sum }) => sum !== undefined);
const lines = readDist(bundle).split('\n').slice(0, -1);

const sumOf = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);

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
  // The entry names each page's script, so that it changes with every one of them.
  const fetched = new Set(everywhere.filter((file) => !file.startsWith('assets/entry-client-')));
  const apart = list
    .filter(({ url, sum, later }) => !sum && !later && !isBundle({ url, revision: null }))
    .map(({ url }) => url);
  const onlyWithArticles = list.filter((file) => file.later).map(({ url }) => url);
  expect(onlyWithArticles).toEqual([
    expect.stringMatching('/safe-html-'),
    expect.stringMatching('/search-hits-'),
  ]);
  expect(lines).toHaveLength(bundled.length);
  expect(bundled.filter(({ url }) => fetched.has(url))).toEqual([]);
  // The status bar comes right after the first view, and asks for the worker.
  const later = /^assets\/(?:outbox|entry-client)-/;
  expect(apart.filter((url) => !fetched.has(url) && !later.test(url))).toEqual([]);
  expect(apart.length).toBeGreaterThan(4);
  expect(bundled.length + apart.length + onlyWithArticles.length + 1).toBe(list.length);
});

test('who saves data has what reads saved answers and makes a file of a page, and nothing else that they have not opened', () => {
  const always = list.filter((file) => file.always).map(({ url }) => url);
  const named = (name: string) => expect.stringMatching(`^assets/${name}-`);
  expect(always.toSorted()).toEqual([named('answers')]);
  expect(always.map(wireSize).reduce((sum, size) => sum + size)).toBeLessThan(10_000);
});

test('every page and drawing is in the list; photos, posters, screenshots and the worker are not', () => {
  const urls = list.map(({ url }) => url);
  const drawings = distFiles.filter((file) => /^images\/.*\.svg$/.test(file));
  expect(drawings).toHaveLength(53);
  expect(drawings.filter((file) => !urls.includes(file))).toEqual([]);
  const pages = builtPages.map(({ file }) => file).filter((file) => file !== 'thanks.html');
  expect(pages.filter((file) => !urls.includes(file))).toEqual([]);
  expect(
    urls.filter((url) => /^(?:sw\.js|assets\/worker-|icons\/|screenshots\/|videos\/)/.test(url)),
  ).toEqual([]);
});

test('what a first view fetches names no script of a page, so that a changed sentence leaves it as it was', () => {
  const fetched = list.filter(({ url, sum, later }) => url.endsWith('.js') && !sum && !later);
  expect(fetched.length).toBeGreaterThan(3);
  const naming = fetched.filter(({ url }) => /(?:entry-client|home)-[\w-]{8}\.js/.test(readDist(url)));
  expect(naming.map(({ url }) => url)).toEqual([]);
});

test('each file comes out of the bundle as the server sends it, headers included', async () => {
  const app = await serverOfTheBuild();
  for (const [index, { url, revision, sum, bodySum }] of bundled.entries()) {
    const line = lines[index] ?? '';
    const { headers, body } = JSON.parse(line) as BundlePart;
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
    expect(sumOf(`${line}\n`)).toBe(sum);
    expect(bodySum, url).toBe(revision === null ? undefined : sumOf(sent.rawPayload));
    expect(revision === null || revision === sum, url).toBe(true);
  }
});

test('what is not in the bundle is named by its sum, and what comes late says what it costs', () => {
  const apart = list.filter((file) => !file.sum && !isBundle(file));
  expect(apart.filter(({ url, revision }) => revision !== null || !/\.(?:js|css)$/.test(url))).toEqual([]);
  for (const { url, bytes } of list.filter(({ later }) => later)) expect(bytes, url).toBe(wireSize(url));
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
  expect(bundle).toBe(`assets/site-${sumOf(readDist(bundle))}.txt`);
});
