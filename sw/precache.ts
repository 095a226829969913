import { PrecacheController } from 'workbox-precaching';

import type { SiteFile } from '#src/contract/site-bundle.ts';

import { connectBase } from './connect-base.ts';
import { connectCache } from './connect-refresh.ts';
import { fetchSiteFile } from './fetch-site-file.ts';
import { hasForgotten } from './forgetting.ts';
import { cheaperBundle, progressOf, readBundle, sumOf } from './site-bundle.ts';
import { siteFiles } from './worker.ts';

/** Every file of the site that works offline, by Workbox's keys: name and revision. */
export const precache = new PrecacheController();

export const notFoundDocument = '/404.html';

/** What is kept for who saves data as well, whatever they have opened. */
export const alwaysKept = [
  notFoundDocument,
  ...siteFiles.filter(({ always }) => always).map(({ url }) => url),
];

/**
 * The first page that this worker keeps comes with the not-found page. Where that is gone the visitor has deleted
 * everything: this worker, woken again too, stays with the pages that are open, and keeps nothing more.
 */
export async function isKeeping(): Promise<boolean> {
  return !hasForgotten() && (await precache.matchPrecache(notFoundDocument)) !== undefined;
}

/** A file of this version: the kept one, else out of the network, and kept from then on. */
export async function siteFile(url: string, event: ExtendableEvent): Promise<Response> {
  const kept = await precache.matchPrecache(url);
  if (kept !== undefined) return kept;
  const response = await fetchFile(url);
  if (!(await isKeeping())) return response;
  // Where there is no room for it the visitor still gets it.
  event.waitUntil(keep(url, response.clone()).catch((error) => console.warn(`${url} is not kept.`, error)));
  return response;
}

/** Keeps those that are not kept yet, and says whether all of them are; gives up where one gets no answer or has no room. */
export async function keepFiles(urls: string[]): Promise<boolean> {
  try {
    return await fillPrecache(urls, 'go on');
  } catch (error) {
    console.warn('Not everything could be kept.', error);
    return false;
  }
}

/**
 * Fetches what is missing of these, from the bundle where that is cheaper. False: something that came is not of this
 * version, or was taken away meanwhile; `atThat` says whether the others are still worth their bytes.
 */
export async function fillPrecache(urls: string[], atThat: 'stop' | 'go on'): Promise<boolean> {
  const missing = await missingOf(urls);
  const report = progressOf(missing);
  const take = async (file: SiteFile, response: Response) => {
    const isKept = await keep(file.url, response);
    if (isKept) await report(file);
    return isKept;
  };
  const bundle = cheaperBundle(missing);
  if (bundle)
    await readBundle(bundle, take).catch((error) => {
      if (isFull(error) || hasForgotten()) throw error;
      console.warn('No bundle.', error);
    });
  const left = await missingOf(urls);
  const lane = async () => {
    let all = true;
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      stopWhereForgotten();
      if (!(await take(file, await fetchFile(file.url)))) {
        all = false;
        if (atThat === 'stop') left.length = 0;
      }
    }
    return all;
  };
  const lanes = Array.from({ length: atOnce }, () =>
    lane().catch((error) => {
      // Nothing is put where the others are giving up.
      left.length = 0;
      throw error;
    }),
  );
  await Promise.allSettled(lanes);
  return (await Promise.all(lanes)).every(Boolean) && (await missingOf(urls)).length === 0;
}

/** What nobody wants any more is neither fetched nor kept. */
function stopWhereForgotten(): void {
  if (hasForgotten()) throw new Error('Everything was deleted meanwhile.');
}

/** Whether the device has no room. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Requests at a time: over a line that is far away most of the time goes by in waiting. */
const atOnce = 4;

export async function missingOf(urls: string[]): Promise<SiteFile[]> {
  const cache = await caches.open(precache.strategy.cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const wanted = new Set(urls.map((url) => precache.getCacheKeyForURL(url)));
  return siteFiles.filter(({ url }) => {
    const key = precache.getCacheKeyForURL(url) ?? '';
    return wanted.has(key) && !kept.has(key);
  });
}

/** The site, with search and the cleaner of articles: who takes the articles along needs the pages that show them, too. */
export const everyFile = siteFiles.map(({ url }) => url);

/** What is for articles is of use only to who has one. */
export async function wholeSite(): Promise<string[]> {
  const answers = await (await caches.open(connectCache)).keys();
  const hasMedia = answers.some(({ url }) => url.startsWith(`${connectBase}/media`));
  return siteFiles.filter(({ later }) => !later || hasMedia).map(({ url }) => url);
}

async function fetchFile(url: string): Promise<Response> {
  return fetchSiteFile(precache.getCacheKeyForURL(url) ?? url);
}

async function keep(url: string, response: Response): Promise<boolean> {
  const key = precache.getCacheKeyForURL(url);
  if (key === undefined || !(await belongsHere(key, response))) return false;
  stopWhereForgotten();
  const cache = await caches.open(precache.strategy.cacheName);
  await cache.put(key, response);
  return true;
}

/**
 * A gateway answers anything with a page of its own, and after a deploy the same address brings the next version: neither is
 * kept as a file of this one. What the list has no sum of has one in its name.
 */
async function belongsHere(key: string, response: Response): Promise<boolean> {
  const file = siteFiles.find(({ url }) => precache.getCacheKeyForURL(url) === key);
  if (!response.ok) return false;
  if (file?.bodySum === undefined) return /javascript|css/.test(response.headers.get('Content-Type') ?? '');
  return (await sumOf(await response.clone().arrayBuffer())) === file.bodySum;
}
