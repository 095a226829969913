import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin, ResolvedConfig } from 'vite';

const compressible = /\.(?:html|js|css|svg|xml|txt|json|webmanifest|vtt)$/;
const smallest = 256;

/** Writes `.br` and `.gz` beside each text file of `dist/` once everything else is there. */
export function precompress(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (error) return;
        const outDir = join(config.root, config.build.outDir);
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(
          files.filter((file) => compressible.test(file)).map((file) => compress(join(outDir, file))),
        );
      },
    },
  };
}

/** Writes both, once, and gives the size of the smaller form. */
export async function compress(file: string): Promise<number> {
  const done = await stat(`${file}.br`).catch(() => undefined);
  if (done !== undefined) return done.size;
  const content = await readFile(file);
  if (content.length < smallest) return content.length;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return br.length;
}
