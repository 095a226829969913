/** Parses connect payloads. Loaded with the first request, because data in the HTML is already parsed. */
import { type Feature, parseFeatures } from '#src/contract/features.ts';
import { type MediaItem, parseMediaItem, parseMediaList, parsePriorityList } from '#src/contract/media.ts';
import { type MediaType, mediaTypes } from '#src/contract/media-type.ts';
import { isOpenApplication, parseVacancies, type Vacancy } from '#src/contract/vacancy.ts';
import { cacheNames } from '#src/contract/worker-messages.ts';
import { closingDate, machineDate, mediaDate, vacancyDate } from '#src/lib/dates.ts';
import { excerpt } from '#src/lib/excerpt.ts';
import { decodeBase64Text, plainText } from '#src/lib/plain-text.ts';
import { textLimits } from '#src/lib/shorten.ts';
import { connectCalls } from '#src/paths.ts';
import { untitled } from '#src/words/articles.ts';

import { ConnectError, getCopy, getFromNetwork, getPayload, type Received, savedAtOf } from './client.ts';
import { callUrl } from './connect-base.ts';

/** A date as text and in ISO 8601; empty if unknown. */
export type DateText = { text: string; iso?: string };

/** A press release or blog post in a list. */
export type ListedArticle = {
  id: string;
  title: string;
  image: string | undefined;
  images?: MediaItem['images'];
  date: DateText;
  lead?: string;
  /** Cut for lists, and shorter for an article's own page. */
  excerpt: string;
  /** The description as plain text, for searches. The HTML contains none. */
  text?: string;
  type: MediaType | undefined;
};

export type Article = Omit<ListedArticle, 'text'> & {
  /** Not sanitised. */
  html: string;
  /** Undefined for an article without text. */
  minutesToRead?: number | undefined;
};

export type OpenVacancy = Vacancy & {
  date: DateText;
  closes?: Required<DateText>;
  /** True for the Talent Community, which is last in the list. */
  staysOpen?: true;
  /** The HTML contained it without its description. */
  isCut?: true;
};

const wordsPerMinute = 200;

export function parseArticles(payload: unknown): ListedArticle[] {
  return parseMediaList(payload).map(toListedArticle);
}

export function parseFeatured(payload: unknown): ListedArticle[] {
  return parsePriorityList(payload).map(toListedArticle);
}

export function parseArticle(payload: unknown): Article | null {
  const item = parseMediaItem(payload);
  if (item === null) return null;
  const html = decodeBase64Text(item.description);
  const text = plainText(html);
  return {
    ...commonFields(item),
    html,
    excerpt: excerpt({ lead: item.lead, html }, textLimits.summary),
    minutesToRead: text === '' ? undefined : Math.max(1, Math.round(text.split(' ').length / wordsPerMinute)),
  };
}

export function parseOpenVacancies(payload: unknown): OpenVacancy[] {
  const vacancies = parseVacancies(payload).map(toOpenVacancy);
  return vacancies.sort((a, b) => Number(a.staysOpen ?? false) - Number(b.staysOpen ?? false));
}

const getter =
  <T>(read: (payload: unknown) => T, get = getPayload) =>
  async (call: string): Promise<Received<T>> => {
    const received = await get(call);
    return { ...received, value: read(received.value) };
  };

/** Some providers answer with 404 after the last page. */
const listGetter = (get: typeof getPayload) => {
  const getList = getter(parseArticles, get);
  return (call: string): Promise<Received<ListedArticle[]>> =>
    getList(call).catch((error: unknown) => {
      const isAfterLast = error instanceof ConnectError && error.status === 404 && !call.endsWith('/0');
      if (!isAfterLast) throw error;
      return { value: [], receivedAt: Date.now() };
    });
};

export const getArticles = listGetter(getPayload);
export const getArticlesFromNetwork = listGetter(getFromNetwork);
export const getArticlesCopy = listGetter(getCopy);
export const getFeatured = getter(parseFeatured);
export const getOpenVacancies = getter(parseOpenVacancies);

const getKnownFeatures = getter(parseFeatures);

/** A service that does not know the call has no features. */
export function getFeatures(call: string): Promise<Received<Feature[]>> {
  return getKnownFeatures(call).catch((error: unknown) => {
    if (!(error instanceof ConnectError && error.isMissing)) throw error;
    return { value: [], receivedAt: Date.now() };
  });
}

const getKnownArticle = getter(parseArticle);

/** The value is null for an unknown id. */
export async function getArticle(call: string): Promise<Received<Article | null>> {
  try {
    return await getKnownArticle(call);
  } catch (error) {
    if (error instanceof ConnectError && error.isMissing) return { value: null, receivedAt: Date.now() };
    const listed = await articleInLists(call).catch(() => null);
    if (listed === null) throw error;
    return listed;
  }
}

/** Finds an article offline that was never opened: cached lists contain whole articles. */
async function articleInLists(call: string): Promise<Received<Article | null> | null> {
  const cache = await caches.open(cacheNames.connect);
  for (const list of await cache.keys()) {
    if (!mediaTypes.some((type) => list.url.startsWith(callUrl(connectCalls.mediaListPrefix(type)))))
      continue;
    const copy = await cache.match(list);
    const body = (await copy?.json()) as { payload: unknown } | undefined;
    const item = parseMediaList(body?.payload).find(({ _id }) => connectCalls.mediaDetail(_id) === call);
    // A provider's lists may omit the text.
    if (!copy || !item?.description) continue;
    return { value: parseArticle(item), receivedAt: savedAtOf(copy) ?? 0 };
  }
  return null;
}

function toListedArticle(item: MediaItem): ListedArticle {
  const html = decodeBase64Text(item.description);
  const { lead } = item;
  const listed = excerpt({ lead, html }, textLimits.listText);
  return { ...commonFields(item), text: plainText(html), excerpt: listed };
}

function toOpenVacancy({ closesAt = '', ...vacancy }: Vacancy): OpenVacancy {
  return {
    ...vacancy,
    date: { text: vacancyDate(vacancy.createdAt), iso: machineDate(vacancy.createdAt) },
    closes: closingDate(closesAt),
    staysOpen: isOpenApplication(vacancy) || undefined,
  };
}

function commonFields({ _id, title, img_uri, createdAt, lead, type, images }: MediaItem) {
  return {
    id: _id,
    title: title.trim() || untitled,
    image: safeImage(img_uri),
    date: { text: mediaDate(createdAt), iso: machineDate(createdAt) },
    lead,
    type,
    images,
  };
}

/** Accepts only http(s) and site-relative URLs. */
function safeImage(uri: string | undefined): string | undefined {
  return uri !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(uri.trim()) ? uri.trim() : undefined;
}
