/**
 * What the pages make of the connect API's answers. Fetched when a page asks for something: what came with
 * the html was read by the server already.
 */
import { readFeatures } from '#src/contract/features.ts';
import { type MediaItem, readMediaItem, readMediaList, readPriorityList } from '#src/contract/media.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { isOpenApplication, readVacancies, type Vacancy } from '#src/contract/vacancy.ts';
import { kept } from '#src/contract/worker-messages.ts';
import { closingDate, machineDate, mediaDate, vacancyDate } from '#src/lib/dates.ts';
import { excerpt } from '#src/lib/excerpt.ts';
import { decodeBase64Text, plainText } from '#src/lib/plain-text.ts';
import { connectCalls } from '#src/paths.ts';

import { ConnectError, getPayload, noteCopy } from './client.ts';

/** When something was published: for people, and in ISO 8601 for machines; empty where nobody knows. */
export type Moment = { text: string; iso?: string };

/** A press release or blog post as lists show and search it. */
export type ListedArticle = {
  id: string;
  title: string;
  image: string | undefined;
  date: Moment;
  /** The words of the description; `isCut` when only their beginning came with the html. */
  text: string;
  isCut?: boolean;
  type: MediaType | undefined;
};

export type Article = Omit<ListedArticle, 'text' | 'isCut'> & {
  /** As the provider sent it: to be sanitised before it is shown. */
  html: string;
  /** The beginning of the text; empty where there is none. */
  summary: string;
  minutesToRead: number;
  images?: MediaItem['images'];
};

export type OpenVacancy = Vacancy & {
  date: Moment;
  /** The last day, and the moment in ISO 8601; left out where it stays open until somebody closes it. */
  closes?: Required<Moment>;
  /** No job but an application at any time: last in the list. */
  staysOpen?: true;
};

const wordsPerMinute = 200;
/** What search engines and link previews show of a text. */
const summaryLength = 160;

export function readArticles(payload: unknown): ListedArticle[] {
  return readMediaList(payload).map(toListedArticle);
}

export function readFeatured(payload: unknown): ListedArticle[] {
  return readPriorityList(payload).map(toListedArticle);
}

export function readArticle(payload: unknown): Article | null {
  const item = readMediaItem(payload);
  if (item === null) return null;
  const html = decodeBase64Text(item.description);
  const text = plainText(html);
  return {
    ...commonFields(item),
    html,
    images: item.images,
    summary: excerpt(text, summaryLength),
    minutesToRead: Math.max(1, Math.round(text.split(' ').length / wordsPerMinute)),
  };
}

export function readOpenVacancies(payload: unknown): OpenVacancy[] {
  const vacancies = readVacancies(payload).map(toOpenVacancy);
  // Jobs first.
  return vacancies.sort((a, b) => Number(a.staysOpen ?? false) - Number(b.staysOpen ?? false));
}

const getter =
  <T>(read: (payload: unknown) => T) =>
  async (call: string) =>
    read(await getPayload(call));

export const getArticles = getter(readArticles);
export const getFeatured = getter(readFeatured);
export const getOpenVacancies = getter(readOpenVacancies);
export const getFeatures = getter(readFeatures);

/** Null where the service has none under this id. */
export async function getArticle(call: string): Promise<Article | null> {
  try {
    return readArticle(await getPayload(call));
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    if (error.status === 404) return null;
    const listed = error.status === null ? await articleInLists(call).catch(() => null) : null;
    if (listed === null) throw error;
    return listed;
  }
}

/** An article that was never opened, where nothing answers: the kept lists carry whole articles. */
async function articleInLists(call: string): Promise<Article | null> {
  const cache = await caches.open(kept.connect);
  const lists = (await cache.keys()).filter(({ url }) => url.includes('/media-room/'));
  for (const list of lists) {
    const copy = await cache.match(list);
    const answer = (await copy?.json()) as { payload: unknown } | undefined;
    const item = readMediaList(answer?.payload).find(({ _id }) => connectCalls.mediaDetail(_id) === call);
    // A provider's lists may leave the text out.
    if (!copy || !item?.description) continue;
    noteCopy(call, copy.headers);
    return readArticle(item);
  }
  return null;
}

function toListedArticle(item: MediaItem): ListedArticle {
  return { ...commonFields(item), text: plainText(decodeBase64Text(item.description)) };
}

function toOpenVacancy({ closesAt = '', ...vacancy }: Vacancy): OpenVacancy {
  return {
    ...vacancy,
    date: { text: vacancyDate(vacancy.createdAt), iso: machineDate(vacancy.createdAt) },
    closes: closingDate(closesAt),
    staysOpen: isOpenApplication(vacancy) || undefined,
  };
}

function commonFields({ _id, title, img_uri, createdAt, type }: MediaItem) {
  return {
    id: _id,
    title: title.trim() || untitled,
    image: safeImage(img_uri),
    date: { text: mediaDate(createdAt), iso: machineDate(createdAt) },
    type,
  };
}

const untitled = 'Untitled';

/** Only what a browser loads as a picture of the web; everything else is treated as missing. */
function safeImage(uri: string | undefined): string | undefined {
  return uri !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(uri.trim()) ? uri.trim() : undefined;
}
