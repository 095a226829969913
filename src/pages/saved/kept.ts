import { connectBase } from '#src/api/connect-base.ts';
import { readMediaItem, readMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { mediaListTitles } from '#src/contract/page.ts';
import { readVacancies } from '#src/contract/vacancy.ts';
import { kept } from '#src/contract/worker-messages.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

type ReadableLink = { path: string; title: string };

/** What can be read without a connection, and the room that it takes in bytes; undefined where the browser does not say. */
export type Readable = {
  lists: ReadableLink[];
  articles: ReadableLink[];
  pages: ReadableLink[];
  bytes: number | undefined;
};

/** Reads the caches of the worker. Rejects where the browser refuses storage. */
export async function readKept(): Promise<Readable> {
  const isHere = await documentsHere();
  const lists: ReadableLink[] = [];
  // By address: an article may be in a list and be kept by itself.
  const articles = new Map<string, string>();
  for (const [call, payload] of await readAnswers()) {
    const list = listOf(call, payload);
    if (list !== undefined) lists.push(list);
    const items = [...readMediaList(payload), readMediaItem(payload)];
    for (const item of items) if (item?.description) articles.set(mediaDetailPath(item._id), item.title);
  }
  return {
    lists: lists.filter(isHere),
    articles: [...articles].map(([path, title]) => ({ path, title })).filter(isHere),
    pages: Object.values(pages).filter(
      (page) => page.kind === 'static' && page.path !== pages.notFound.path && isHere(page),
    ),
    bytes: (await navigator.storage?.estimate?.())?.usage,
  };
}

/** Whether the html that shows an address is kept: its own, or the shell beside it. */
async function documentsHere(): Promise<(link: { path: string }) => boolean> {
  const files = new Set<string>();
  for (const name of (await caches.keys()).filter((one) => one.includes(kept.precache)))
    for (const { url } of await (await caches.open(name)).keys()) files.add(new URL(url).pathname);
  return ({ path }) => {
    const pathname = path.replace(/\?.*/, '');
    const shell = `${pathname.slice(0, pathname.lastIndexOf('/'))}/shell.html`;
    return files.has(pathname === '/' ? '/index.html' : `${pathname}.html`) || files.has(shell);
  };
}

/** The connect calls that are kept, with their payloads. */
async function readAnswers(): Promise<[call: string, payload: unknown][]> {
  if (!(await caches.has(kept.connect))) return [];
  const cache = await caches.open(kept.connect);
  const base = new URL(connectBase, location.href).href;
  const answers = (await cache.keys()).map(async (request): Promise<[string, unknown]> => {
    const body: unknown = await (await cache.match(request))?.json().catch(() => undefined);
    return [decodeURI(request.url.slice(base.length)), payloadOf(body)];
  });
  return Promise.all(answers);
}

export function payloadOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'payload' in body ? body.payload : undefined;
}

function listOf(call: string, payload: unknown): ReadableLink | undefined {
  const { path, title } = pages.career;
  if (call === connectCalls.jobList) return { path, title: `${title} (${readVacancies(payload).length})` };
  const count = readMediaList(payload).length;
  const type = mediaTypes.find((one) => call.startsWith(connectCalls.mediaListOf(one)));
  if (type === undefined || count === 0) return undefined;
  const page = Number(call.slice(connectCalls.mediaListOf(type).length));
  const name = page === 0 ? mediaListTitles[type] : `${mediaListTitles[type]}, ${page + 1}`;
  return { path: mediaListPath(type, page), title: `${name} (${count})` };
}
