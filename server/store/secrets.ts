import { timingSafeEqual } from 'node:crypto';

import { signature } from './facts.ts';
import type { Db } from './schema.ts';

/** What a secret allows. `status`: to follow and withdraw an application. `upload`: to send its files. */
type Use = 'status' | 'upload';
const signed = (id: string, use: Use) => (use === 'status' ? id : `${use} ${id}`);

/** Encodes the id and 128 bits of its HMAC, so that a repeated request gets the same secret. */
export async function secretFor(db: Db, id: string, use: Use = 'status'): Promise<string> {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, await signature(db, signed(id, use))]).toString('base64url');
}

/** Returns the id in a secret; null if the secret is not genuine. */
export async function idOf(db: Db, secret: string, use: Use = 'status'): Promise<string | null> {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== 32) return null;
  const id = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return timingSafeEqual(bytes.subarray(16), await signature(db, signed(id, use))) ? id : null;
}
