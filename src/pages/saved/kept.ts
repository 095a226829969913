import { connectBase } from '#src/api/connect-base.ts';
import { keep } from '#src/api/worker.ts';
import { readMediaItem, readMediaList } from '#src/contract/media.ts';
import { isMediaType, type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaListTitles, type Page } from '#src/contract/page.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

export type ReadableLink = { path: string; title: string };
export type Kept = { pages: ReadableLink[]; articles: ReadableLink[]; bytes?: number; isWhole?: boolean };

/** Of each list: a third of the answers that the worker keeps. */
const mostPages = 20;
const urlOf = (call: string) => new URL(connectBase + call, location.href).href;

/** What can be read without a connection, and the bytes that the site takes. Nothing where the browser refuses storage. */
export async function readKept(): Promise<Kept> {
  try {
    const { usage } = (await navigator.storage?.estimate?.()) ?? {};
    const files = await urlsIn(kept.precache);
    const paths = files.map((url) => new URL(url).pathname.replace(/(?:index)?\.html$/, ''));
    const isHere = ({ path, kind, sitemap }: Page) => kind === 'static' && sitemap && paths.includes(path);
    const { lists, articles } = await readAnswers();
    return { pages: [...Object.values(pages).filter(isHere), ...lists], articles, bytes: usage };
  } catch (error) {
    console.warn('What is kept cannot be read.', error);
    return { pages: [], articles: [] };
  }
}

async function readAnswers() {
  const urls = await urlsIn(kept.connect);
  const lists: ReadableLink[] = urls.includes(urlOf(connectCalls.jobList)) ? [pages.career] : [];
  const articles = new Map<string, ReadableLink>();
  for (const url of urls.filter((one) => one.includes('/media'))) {
    const payload = await payloadOf(await caches.match(url, { cacheName: kept.connect }));
    const items = readMediaList(payload);
    const [, type, digits] = /\/media-room\/(\w+)\/(\d+)$/.exec(url) ?? [];
    const page = Number(digits);
    if (isMediaType(type) && items.length > 0) {
      const title = mediaListTitles[type] + (page > 0 ? `, ${page + 1}` : '');
      lists.push({ path: mediaListPath(type, page), title });
    }
    for (const item of [...items, readMediaItem(payload)])
      if (item?.description) articles.set(item._id, { path: mediaDetailPath(item._id), title: item.title });
  }
  return { lists, articles: [...articles.values()] };
}

async function urlsIn(cache: string): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.includes(cache));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => url);
}

const payloadOf = async (answer?: Response): Promise<unknown> => Object(await answer?.json()).payload;

/** Has the worker keep each page of both lists, which carry their articles whole. Returns whether it keeps all. */
export async function saveArticles(): Promise<boolean> {
  return (await Promise.all(mediaTypes.map(saveList))).every(Boolean);
}

async function saveList(type: MediaType): Promise<boolean> {
  for (let page = 0, before = ''; page < mostPages; page += 1) {
    const url = urlOf(connectCalls.mediaList(type, page));
    const begun = Date.now();
    await keep({ urls: [url] });
    const answer = await caches.match(url, { cacheName: kept.connect });
    // A provider may answer 404 after the last page.
    if (answer === undefined) return page > 0 && (await fetch(url)).status === 404;
    if (Number(answer.headers.get(savedAtHeader)) < begun) return false;
    // Or, where it knows no pages, with the same list for each.
    const first = readMediaList(await payloadOf(answer))[0]?._id ?? before;
    if (first === before) return true;
    before = first;
  }
  return false;
}
