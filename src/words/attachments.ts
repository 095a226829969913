/** Texts about files that visitors send with a form, for page and server. */

/** For a file whose name has no usable characters. */
export const fallbackName = 'file';

/** `310 KB`, `2.9 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Why a file is not accepted. The text that it came with stands. */
export const fileRefusals = {
  empty: 'This file is empty. Send it to us by email.',
  large: 'This file is larger than 5 MB. Send a smaller one by email.',
  type: 'Only PDF, Word, RTF, OpenDocument, JPEG, PNG and WebP files can be sent here. Send others by email.',
  sum: 'This file arrived damaged. Send it to us by email.',
  late: 'Not all of this file arrived in time. Send it by email.',
} as const;

/** Told with a 503: the file waits. */
export const noRoomForFiles =
  'We have no room for more files at the moment. Your text has arrived; the file will be sent when there is room.';
