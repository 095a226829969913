import type { MediaItem, MediaType } from '#src/contract/media.ts';
import { decodeBase64Text } from '#src/lib/base64-text.ts';
import { plainText } from '#src/lib/plain-text.ts';

/** A press release or blog post as lists show and search it. */
export type MediaEntry = {
  id: string;
  title: string;
  image: string | undefined;
  createdAt: string;
  /** The words of the description; `isCut` when only their beginning came with the html. */
  text: string;
  isCut?: boolean;
  type: MediaType | undefined;
};

export function toEntry(item: MediaItem): MediaEntry {
  return { ...commonFields(item), text: plainText(decodeBase64Text(item.description)) };
}

export function commonFields(item: MediaItem) {
  return {
    id: item._id,
    title: item.title.trim() || untitled,
    image: safeImage(item.img_uri),
    createdAt: item.createdAt,
    type: item.type,
  };
}

const untitled = 'Untitled';

/** Only what a browser loads as a picture of the web; everything else is treated as missing. */
function safeImage(uri: string | undefined): string | undefined {
  return uri !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(uri.trim()) ? uri.trim() : undefined;
}

/** Longer than any excerpt; the html carries no more of a text. */
const textInHtml = 400;

/** What the html of a page carries of a list: the whole texts would double it. */
export function cutEntries(entries: MediaEntry[]): MediaEntry[] {
  return entries.map((entry) =>
    entry.text.length > textInHtml ? { ...entry, text: entry.text.slice(0, textInHtml), isCut: true } : entry,
  );
}
