import { connectBase } from '#src/api/connect-base.ts';
import { keep } from '#src/api/worker.ts';
import { readMediaItem, readMediaList } from '#src/contract/media.ts';
import { type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaListTitles } from '#src/contract/page.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

export type ReadableLink = { path: string; title: string };
export const kinds = ['lists', 'articles', 'pages'] as const;

/** Of each list: a third of the answers that the worker keeps. */
const mostPages = 20;
const urlOf = (call: string) => new URL(connectBase + call, location.href).href;

/** What can be read without a connection, and the bytes that the site takes. Nothing where the browser refuses storage. */
export async function readKept() {
  try {
    const { usage } = (await navigator.storage?.estimate?.()) ?? {};
    return { ...(await readLists()), pages: await readPages(), bytes: usage };
  } catch (error) {
    console.warn('What is kept cannot be read.', error);
    return { lists: [], articles: [], pages: [], bytes: undefined };
  }
}

async function readLists(): Promise<Record<'lists' | 'articles', ReadableLink[]>> {
  const lists: ReadableLink[] = [];
  const articles = new Map<string, string>();
  for (const { url } of await keysOf((name) => name === kept.connect)) {
    const payload = await payloadOf(await caches.match(url, { cacheName: kept.connect }));
    const isJobs = url === urlOf(connectCalls.jobList);
    if (isJobs) lists.push(pages.career);
    const items = isJobs ? [] : readMediaList(payload);
    for (const type of mediaTypes) {
      const call = urlOf(connectCalls.mediaListOf(type));
      const page = url.startsWith(call) ? Number(url.slice(call.length)) : -1;
      const title = page > 0 ? `${mediaListTitles[type]}, ${page + 1}` : mediaListTitles[type];
      if (page >= 0 && items.length > 0) lists.push({ path: mediaListPath(type, page), title });
    }
    for (const item of [...items, readMediaItem(payload)])
      if (item?.description) articles.set(mediaDetailPath(item._id), item.title);
  }
  return { lists, articles: [...articles].map(([path, title]) => ({ path, title })) };
}

async function readPages(): Promise<ReadableLink[]> {
  const files = await keysOf((name) => name.includes(kept.precache));
  const paths = files.map(({ url }) => new URL(url).pathname.replace(/(?:index)?\.html$/, ''));
  return Object.values(pages).filter(
    ({ kind, sitemap, path }) => kind === 'static' && sitemap && paths.includes(path),
  );
}

async function keysOf(isWanted: (name: string) => boolean): Promise<Request[]> {
  const names = (await caches.keys()).filter(isWanted);
  return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
}

async function payloadOf(answer: Response | undefined): Promise<unknown> {
  const body: unknown = await answer?.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'payload' in body ? body.payload : undefined;
}

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
    const items = readMediaList(await payloadOf(answer));
    // Or, where it knows no pages, with the same list for each.
    const first = items[0]?._id ?? before;
    if (first === before) return true;
    before = first;
  }
  return false;
}
