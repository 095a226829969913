import { isMediaType, type MediaType } from './media-type.ts';

/** A press release or blog post as the connect API sends it; any field may be missing on a priority item. */
export type MediaItem = {
  _id: string;
  title: string;
  /** Absolute or site-relative; may be missing or dead. */
  img_uri?: string;
  /** Base64 of UTF-8 text that may hold HTML. */
  description: string;
  /** ISO 8601. */
  createdAt: string;
  /** The picture in several widths, in pixels. */
  images?: { src: string; width: number }[];
  /** Sent by the embedded service; a provider need not. */
  type?: MediaType;
};

/** Reads one item out of a provider's answer: missing or odd fields become empty text, no id gives null. */
export function readMediaItem(value: unknown): MediaItem | null {
  const item = readFields(value);
  return item === null || item._id === '' ? null : item;
}

/** Reads a list out of a provider's payload; whatever is no list of items gives an empty one. */
export function readMediaList(payload: unknown): MediaItem[] {
  if (!Array.isArray(payload)) return [];
  return payload.map(readMediaItem).filter((item) => item !== null);
}

/** Reads the priority list: an item counts where it has a title, even without an id to link to. */
export function readPriorityList(payload: unknown): MediaItem[] {
  if (!Array.isArray(payload)) return [];
  return payload
    .map(readFields)
    .filter((item): item is MediaItem => item !== null && item.title.trim() !== '');
}

function readFields(value: unknown): MediaItem | null {
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Record<string, unknown>;
  return {
    _id: wellFormed(text(record._id)),
    title: wellFormed(text(record.title)),
    img_uri: text(record.img_uri) || undefined,
    description: text(record.description),
    createdAt: text(record.createdAt),
    images: Array.isArray(record.images) ? record.images.filter(isImage) : undefined,
    type: isMediaType(record.type) ? record.type : undefined,
  };
}

/** Whatever an `<img srcset>` can name. */
function isImage(value: unknown): value is { src: string; width: number } {
  const { src, width } = Object(value) as { src?: unknown; width?: unknown };
  return Number(width) > 0 && /^(?:https?:\/\/|\/(?!\/))[^\s,]+$/i.test(String(src));
}

/** Half an emoji would break an address that is made of the text. */
export function wellFormed(value: string): string {
  return value.replace(/\p{Cs}/gu, '\ufffd');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
