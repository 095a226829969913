import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import type { Plugin } from 'vite';

const widths = [400, 800, 1600];
const qualities = { avif: 50, webp: 72, jpeg: 76 };
const ending = /\.(?:jpe?g|png|webp|avif|tiff?)$/i;

/** `list`: by the path below the folder, as in `team/mutale-chanda`. A file is named `<stem>-<width>.<avif|webp|jpg>`. */
type Photos = {
  list: Record<string, { stem: string; width: number; height: number; widths: number[] }>;
  files: { name: string; path: string }[];
};

/** Renders every photo of a folder, without its metadata; what was rendered before is taken from the cache. */
export async function renderPhotos(folder: string, cacheDir: string): Promise<Photos> {
  const photos: Photos = { list: {}, files: [] };
  if (!existsSync(folder)) return photos;
  mkdirSync(cacheDir, { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const photo of names.filter((name) => ending.test(name)).sort()) {
    const content = readFileSync(join(folder, photo));
    const { width, height } = (await sharp(content).metadata()).autoOrient;
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const key = photo.replace(ending, '');
    const stem = `photo-${key.replaceAll('/', '-')}-${hash}`;
    const sizes = [...new Set(widths.map((wanted) => Math.min(wanted, width)))];
    photos.list[key] = { stem: `/assets/${stem}`, width, height, widths: sizes };
    for (const size of sizes)
      for (const format of ['avif', 'webp', 'jpeg'] as const) {
        const name = `${stem}-${size}.${format.replace('jpeg', 'jpg')}`;
        const path = join(cacheDir, name);
        photos.files.push({ name, path });
        if (existsSync(path)) continue;
        await sharp(content)
          .autoOrient()
          .resize(size)
          .toFormat(format, { quality: qualities[format] })
          .toFile(path);
      }
  }
  return photos;
}

/** Puts the rendered photos beside the build's other lasting files; the dev server answers with them. */
export function photoFiles({ files }: Photos): Plugin {
  return {
    name: 'photo-files',
    configureServer({ middlewares }) {
      middlewares.use('/assets', (request, response, next) => {
        const file = files.find(({ name }) => request.url === `/${name}`);
        if (file) response.end(readFileSync(file.path));
        else next();
      });
    },
    generateBundle() {
      for (const { name, path } of files)
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: readFileSync(path) });
    },
  };
}
