import type { FileEntry } from '#src/contract/attachments.ts';

/** `here`: its bytes are stored on the device, with its record. */
export type SentFile = FileEntry & {
  state: 'here' | 'arrived' | 'refused';
  /** Why it was refused: a reason of ours, or a sentence for the visitor. */
  why?: LocalReason | string | undefined;
  /** How many parts have arrived, from the first. */
  parts: number;
};

/** `lost`: the device has deleted the bytes. `unsupported`: the service takes no files. */
export type LocalReason = 'lost' | 'unsupported' | 'room';

export const isHere = ({ state }: SentFile) => state === 'here';

/** True for a file that is on its way, or whose refusal the visitor has to see. */
export const isFileListed = ({ state }: SentFile) => state !== 'arrived';

/** A file that will not be sent. */
export function endedFile(file: SentFile, why: LocalReason | string): SentFile {
  return isHere(file) ? { ...file, state: 'refused', why } : file;
}
