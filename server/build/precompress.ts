import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const compressible = /\.(?:html|js|css|svg|xml|txt|json|webmanifest|vtt)$/;
const smallest = 256;

/** Writes `.br` and `.gz` beside each text file of `dist/` once everything else is there. */
export function precompress(dist: string): Plugin {
  const handler = async (error?: Error) => {
    if (error) return;
    const files = (await readdir(dist, { recursive: true })).filter((file) => compressible.test(file));
    await Promise.all(files.map((file) => compress(join(dist, file))));
  };
  return { name: 'precompress', apply: 'build', closeBundle: { order: 'post', sequential: true, handler } };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
