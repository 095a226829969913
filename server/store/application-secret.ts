import { createHash, createHmac } from 'node:crypto';

import type { Kysely } from 'kysely';

import { readFact } from './facts.ts';
import type { Tables } from './schema.ts';

const bytes = 16;

/**
 * The 128 bits by which an applicant follows an application. Made from its id and a key of this store, so that a repeated
 * request gets the same ones again though nothing but their hash is kept.
 */
export async function secretFor(trx: Kysely<Tables>, id: string): Promise<string> {
  const key = await readFact(trx, 'secret-key');
  if (key === undefined) throw new Error('The store has lost the key of its secrets.');
  return createHmac('sha256', key).update(id).digest().subarray(0, bytes).toString('base64url');
}

/** Nobody can try 128 random bits: a slow hash would protect them no better. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
