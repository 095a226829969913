import { isMediaType, type MediaType } from './media-type.ts';
import { asRecord } from './response.ts';

/** A press release or blog post from the connect API. A priority item may lack any field. */
export type MediaItem = {
  _id: string;
  title: string;
  /** Absolute or site-relative; the link may be dead. */
  img_uri?: string;
  /** Base64 of UTF-8 text that may contain HTML. */
  description: string;
  /** ISO 8601. */
  createdAt: string;
  /** One sentence, as text. */
  lead?: string;
  /** The image in several widths (px). */
  images?: { src: string; width: number }[];
  /** Providers may omit it. */
  type?: MediaType;
};

/** Reads one item. Invalid fields become empty strings; an item without an id becomes null. */
export function parseMediaItem(value: unknown): MediaItem | null {
  const item = readFields(value);
  return item._id === '' ? null : item;
}

/** Reads a list. Anything else becomes an empty list. */
export function parseMediaList(payload: unknown): MediaItem[] {
  if (!Array.isArray(payload)) return [];
  return payload.map(parseMediaItem).filter((item) => item !== null);
}

/** Reads the priority list. An item needs a title but no id. */
export function parsePriorityList(payload: unknown): MediaItem[] {
  if (!Array.isArray(payload)) return [];
  return payload.map(readFields).filter(({ title }) => title.trim() !== '');
}

function readFields(value: unknown): MediaItem {
  const record = asRecord(value);
  return {
    _id: text(record._id),
    title: text(record.title),
    img_uri: text(record.img_uri) || undefined,
    description: text(record.description),
    createdAt: text(record.createdAt),
    lead: text(record.lead) || undefined,
    images: Array.isArray(record.images) ? record.images.map(asRecord).filter(isImage) : undefined,
    type: isMediaType(record.type) ? record.type : undefined,
  };
}

/** Accepts URLs that are valid in `srcset`. */
function isImage(value: { src?: unknown; width?: unknown }): value is { src: string; width: number } {
  const { src, width } = value;
  return Number(width) > 0 && /^(?:https?:\/\/|\/(?!\/))[^\s,]+$/i.test(String(src));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
