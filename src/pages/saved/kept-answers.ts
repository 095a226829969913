import { connectBase } from '#src/api/connect-base.ts';
import { readMediaItem, readMediaList } from '#src/contract/media.ts';
import { type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaListTitles } from '#src/contract/page.ts';
import { readVacancies } from '#src/contract/vacancy.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { documentsHere } from './kept-space.ts';

/** Something to read, with where it is; `savedAt` in milliseconds since the epoch. */
export type ReadableLink = { path: string; title: string };
type ReadableList = ReadableLink & { count: number; savedAt: number };

export type ReadableAnswers = { lists: ReadableList[]; articles: ReadableLink[] };

type Answer = { call: string; payload: unknown; savedAt: number };

/** The lists and articles that the worker's copies hold, as far as the page that shows them is here too. */
export async function readAnswers(): Promise<ReadableAnswers> {
  const answers = await readCopies();
  const isHere = await documentsHere();
  const articles = new Map<string, ReadableLink>();
  for (const { call, payload } of answers)
    for (const item of itemsOf(call, payload))
      if (item.description !== '')
        articles.set(item._id, { path: mediaDetailPath(item._id), title: item.title });
  return {
    lists: answers
      .map(listOf)
      .filter((list) => list !== undefined)
      .filter(({ path }) => isHere(path)),
    articles: [...articles.values()].filter(({ path }) => isHere(path)),
  };
}

async function readCopies(): Promise<Answer[]> {
  if (!(await caches.has(kept.connect))) return [];
  const cache = await caches.open(kept.connect);
  const base = new URL(connectBase, location.href).href;
  const answers = [];
  for (const request of await cache.keys()) {
    const copy = await cache.match(request);
    const body = (await copy?.json().catch(() => undefined)) as { payload?: unknown } | undefined;
    const call = decodeURI(request.url.slice(base.length));
    answers.push({ call, payload: body?.payload, savedAt: Number(copy?.headers.get(savedAtHeader)) });
  }
  return answers;
}

/** `/media-room/press/1` -> press and 1. */
function listPage(call: string): { type: MediaType; page: number } | undefined {
  const type = mediaTypes.find((one) => call.startsWith(connectCalls.mediaListOf(one)));
  return type && { type, page: Number(call.slice(connectCalls.mediaListOf(type).length)) };
}

function itemsOf(call: string, payload: unknown) {
  if (listPage(call) !== undefined) return readMediaList(payload);
  const item = call.startsWith(connectCalls.mediaDetail('')) ? readMediaItem(payload) : null;
  return item === null ? [] : [item];
}

function listOf({ call, payload, savedAt }: Answer): ReadableList | undefined {
  if (call === connectCalls.jobList)
    return {
      path: pages.career.path,
      title: pages.career.title,
      count: readVacancies(payload).length,
      savedAt,
    };
  const list = listPage(call);
  const count = readMediaList(payload).length;
  if (list === undefined || count === 0) return undefined;
  const title = mediaListTitles[list.type];
  return {
    path: mediaListPath(list.type, list.page),
    title: list.page === 0 ? title : `${title}, ${list.page + 1}`,
    count,
    savedAt,
  };
}
