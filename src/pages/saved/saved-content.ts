import { callUrl } from '#src/api/connect-base.ts';
import * as ui from '#src/content/interface.ts';
import { parseMediaItem, parseMediaList } from '#src/contract/media.ts';
import { type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { parseResponse } from '#src/contract/response.ts';
import { cacheNames, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls, mediaDetailPath, mediaListPath, type PageName, pages } from '#src/paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';
import { titles } from '#src/words/titles.ts';
import { requestSave } from '#src/worker/worker.ts';

export type ReadableLink = { path: string; title: string };
type Links = Record<'pages' | 'articles', ReadableLink[]>;
export type SavedContent = Links & { bytes?: number; isWhole?: boolean };

/** Maximum pages per list, so that both lists fit in the worker's cache of 120 responses. */
const maxPages = 20;

/** Lists the pages and articles available offline, and the storage used. Empty if storage is blocked. */
export async function findSaved(): Promise<SavedContent> {
  try {
    const { usage } = (await navigator.storage?.estimate?.()) ?? {};
    const files = await urlsIn(cacheNames.precache);
    const paths = files.map((url) => new URL(url).pathname.replace(/(?:index)?\.html$/, ''));
    const isCached = (name: PageName) =>
      pages[name].kind === 'static' && pages[name].sitemap && paths.includes(pages[name].path);
    const cached = (Object.keys(pages) as PageName[]).filter(isCached).map(linkTo);
    const { lists, articles } = await findListed();
    return { pages: [...cached, ...lists], articles, bytes: usage };
  } catch (error) {
    console.warn('The caches cannot be read.', error);
    return { pages: [], articles: [] };
  }
}

function linkTo(name: PageName): ReadableLink {
  return { path: pages[name].path, title: name === 'home' ? ui.home : titles[name] };
}

async function findListed() {
  const urls = await urlsIn(cacheNames.connect);
  const lists: ReadableLink[] = urls.includes(callUrl(connectCalls.jobList)) ? [linkTo('career')] : [];
  const articles = new Map<string, ReadableLink>();
  for (const url of urls.filter((one) => one !== callUrl(connectCalls.jobList))) {
    const payload = await payloadOf(await caches.match(url, { cacheName: cacheNames.connect }));
    const items = parseMediaList(payload);
    const type = mediaTypes.find((one) => url.startsWith(callUrl(connectCalls.mediaListPrefix(one))));
    if (type && items.length > 0) {
      const page = Number(url.slice(callUrl(connectCalls.mediaListPrefix(type)).length));
      const title = mediaListTitles[type] + (page > 0 ? `, ${page + 1}` : '');
      lists.push({ path: mediaListPath(type, page), title });
    }
    for (const item of [...items, parseMediaItem(payload)])
      if (item?.description) articles.set(item._id, { path: mediaDetailPath(item._id), title: item.title });
  }
  return { lists, articles: [...articles.values()] };
}

async function urlsIn(cache: string): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.includes(cache));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => url);
}

const payloadOf = async (response?: Response): Promise<unknown> => Object(await response?.json()).payload;

/** Caches all pages of both lists, which contain whole articles. Resolves to true if nothing is missing. */
export async function saveArticles(): Promise<boolean> {
  return (await Promise.all(mediaTypes.map(saveList))).every(Boolean);
}

async function saveList(type: MediaType): Promise<boolean> {
  for (let page = 0, before = ''; page < maxPages; page += 1) {
    const url = callUrl(connectCalls.mediaList(type, page));
    const startedAt = Date.now();
    await requestSave({ urls: [url] });
    const response = await caches.match(url, { cacheName: cacheNames.connect });
    // Some providers return 404 after the last page.
    if (response === undefined) return page > 0 && (await parseResponse(await fetch(url))).status === 404;
    if (Number(response.headers.get(savedAtHeader)) < startedAt) return false;
    // Some providers ignore the page number and always return the same list.
    const first = parseMediaList(await payloadOf(response))[0]?._id ?? before;
    if (first === before) return true;
    before = first;
  }
  return false;
}
