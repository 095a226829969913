import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib';

import type { FastifyRequest } from 'fastify';

import { isBundle } from '#src/contract/site-bundle.ts';

import type { AssetsArchive } from './assets-archive.ts';
import { assetsFolder } from './documents.ts';

/** Browsers that know it keep a bundle as the dictionary of the one after it (RFC 9842). */
export const bundleHeaders = {
  'use-as-dictionary': `match="/${assetsFolder}site-*.txt"`,
  vary: 'accept-encoding, available-dictionary',
};

export type BundleDelta = (request: FastifyRequest, name: string) => Promise<Buffer | undefined>;

/** What a bundle has that an earlier one had not, as `dcb`: some hundred bytes where it has 70 KB. */
export function bundleDeltas({ folder, names }: AssetsArchive): BundleDelta {
  const made = new Map<string, Promise<Buffer | undefined>>();
  const read = (name: string) => readFileSync(join(folder, name));
  const bundles = [...names].filter((name) => isBundleName(name));
  const hashes = new Map<string, string>();
  const isKept = (name: string, kept: string, { log }: FastifyRequest) => {
    try {
      const hash = hashes.get(name) ?? `:${hashOf(read(name)).toString('base64')}:`;
      hashes.set(name, hash);
      return hash === kept;
    } catch (error) {
      log.warn(error, 'An archived bundle cannot be read.');
      return false;
    }
  };
  return async (request, name) => {
    const { 'available-dictionary': kept, 'accept-encoding': known = '' } = request.headers;
    if (typeof kept !== 'string' || !/\bdcb\b/.test(`${known}`) || !bundles.includes(name)) return undefined;
    const dictionary = bundles.find((bundle) => isKept(bundle, kept, request));
    if (dictionary === undefined) return undefined;
    const key = `${dictionary} ${name}`;
    const delta = made.get(key) ?? deltaOf(read(dictionary), read(name));
    made.set(key, delta);
    // The next request may try again.
    delta.catch(() => made.delete(key));
    return delta;
  };
}

export const isBundleName = (name: string) => isBundle({ url: `${assetsFolder}${name}`, revision: null });

/** Undefined where it would save little: Node.js before 24 takes no dictionary. */
async function deltaOf(dictionary: Buffer, content: Buffer): Promise<Buffer | undefined> {
  const options: BrotliOptions & { dictionary: Buffer } = {
    dictionary,
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  };
  const body = await promisify(brotliCompress)(content, options);
  if (body.length > content.length / 20) return undefined;
  return Buffer.concat([Buffer.from([0xff, 0x44, 0x43, 0x42]), hashOf(dictionary), body]);
}

function hashOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
