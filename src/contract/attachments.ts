import type { Kind } from './form-kinds.ts';
import { asRecord } from './response.ts';
import { optionalText } from './validation.ts';

/**
 * A file that a form announces. Its bytes follow in parts, after the text. `type` and `name` are those of `typeOf` and
 * `cleanName` in `file-types.ts`.
 */
export type FileEntry = {
  /** Of the bytes as sent, in lower-case hexadecimal digits. */
  sha256: string;
  name: string;
  size: number;
  type: string;
};

/** How many files each form may have. */
export const mostFiles = { apply: 1, subscribe: 0, enquiry: 3 } as const satisfies Record<Kind, number>;

/** As sent. */
export const largestFileBytes = 5_000_000;

/** Size of each part but the last. At 20 kbit/s, a part takes 53 s. */
export const partBytes = 128 * 1024;

export const partCount = (size: number) => Math.ceil(size / partBytes);

/** Length of part `n`, from 0. */
export const partLength = (size: number, n: number) => Math.min(partBytes, size - n * partBytes);

/** Time for a part to arrive at the server. The device waits for the first try, and doubles it after each without an answer. */
export const firstPartMs = 80_000;
export const longestPartMs = 600_000;

/** Carries the token that the response to a form with files contains. */
export const uploadHeader = 'Upload-Token';

/** Media type of a part's body. */
export const partType = 'application/octet-stream';

/**
 * What the files add to a form's payload and to the entries that are hashed for its key: nothing without files, so that
 * key and payload are then the same as before. Has a fixed order of properties, because the hash depends on it.
 */
export function withFiles(files: readonly FileEntry[]): { files?: FileEntry[] } {
  if (files.length === 0) return {};
  return { files: files.map(({ sha256, name, size, type }) => ({ sha256, name, size, type })) };
}

/** Reads the token from a response to a form with files. */
export function parseUpload(body: unknown): string | undefined {
  return optionalText(asRecord(body).upload);
}

/** The payload of the response to each part, and to `GET`. */
export type Arrived = {
  /** Parts that the server has stored, in ascending order. */
  parts: number[];
  /** All parts have arrived, and the sum is right. */
  complete: boolean;
};

/** Returns null for a response of another shape, such as a gateway's. */
export function parseArrived(body: unknown): Arrived | null {
  const { parts, complete } = asRecord(asRecord(body).payload);
  if (!Array.isArray(parts) || typeof complete !== 'boolean') return null;
  return { parts: parts.filter((part) => Number.isInteger(part)), complete };
}
