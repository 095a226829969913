import { createHash } from 'node:crypto';

import type { FileEntry } from '#src/contract/attachments.ts';

export type Chosen = FileEntry & { bytes: Buffer };

/** A file as a form would announce and send it; its content depends on `seed`. */
export function fileOf(size: number, changes: Partial<Chosen> & { seed?: string } = {}): Chosen {
  const { seed = 'a', ...given } = changes;
  const bytes = given.bytes ?? Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, seed)], size);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, name: 'CV.pdf', size: bytes.length, type: 'application/pdf', ...given, bytes };
}

export const entryOf = ({ bytes: _, ...entry }: Chosen): FileEntry => entry;
