import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const compressible = /\.(?:html|js|css|svg|xml|txt|json|webmanifest|vtt)$/;

/** Writes `.br` and `.gz` next to each text file of `dist/`, after all other plugins. */
export function precompress(dist: string): Plugin {
  const handler = async (error?: Error) => {
    const files = error ? [] : await readdir(dist, { recursive: true });
    await Promise.all(
      files.filter((file) => compressible.test(file)).map((file) => compress(join(dist, file))),
    );
  };
  return { name: 'precompress', apply: 'build', closeBundle: { order: 'post', sequential: true, handler } };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < 256) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
