/**
 * What the pages make of the connect API's answers. Fetched when a page asks for something: what came with
 * the html was read by the server already.
 */
import { type Feature, readFeatures } from '#src/contract/features.ts';
import { type MediaItem, readMediaItem, readMediaList, readPriorityList } from '#src/contract/media.ts';
import { isOpenApplication, readVacancies, type Vacancy } from '#src/contract/vacancy.ts';
import { closingDate, machineDate, mediaDate, vacancyDate } from '#src/lib/dates.ts';
import { excerpt } from '#src/lib/excerpt.ts';
import { decodeBase64Text, plainText } from '#src/lib/plain-text.ts';

import type { Article, ListedArticle } from './articles.ts';
import { ConnectError, getPayload } from './client.ts';
import type { OpenVacancy } from './vacancies.ts';

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

export async function getArticles(call: string): Promise<ListedArticle[]> {
  return readArticles(await getPayload(call));
}

export async function getFeatured(call: string): Promise<ListedArticle[]> {
  return readFeatured(await getPayload(call));
}

/** Null where the service has none under this id. */
export async function getArticle(call: string): Promise<Article | null> {
  try {
    return readArticle(await getPayload(call));
  } catch (error) {
    if (error instanceof ConnectError && error.status === 404) return null;
    throw error;
  }
}

export async function getOpenVacancies(call: string): Promise<OpenVacancy[]> {
  return readOpenVacancies(await getPayload(call));
}

export async function getFeatures(call: string): Promise<Feature[]> {
  return readFeatures(await getPayload(call));
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
