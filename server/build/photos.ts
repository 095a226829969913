import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

import sharp from 'sharp';
import type { Plugin } from 'vite';

const widths = [400, 800, 1600];
const formats = ['avif', 'webp', 'jpg'] as const;
const qualities = { avif: 50, webp: 72, jpg: 76 } as const;
const isPhoto = /\.(?:jpe?g|png|webp|avif|tiff?)$/i;

/** A photo in its sizes: `<stem>-<width>.<avif|webp|jpg>`. */
export type Photo = { stem: string; width: number; height: number; widths: number[] };

type Photos = {
  /** By the path below the folder, without its ending: `team/mutale-chanda`. */
  list: Record<string, Photo>;
  files: { name: string; path: string }[];
};

/**
 * Renders every photo of a folder into all sizes and formats, never larger than it is. What was rendered before is
 * taken from the cache. Metadata such as the place where it was taken is left out.
 */
export async function renderPhotos(folder: string, cacheDir: string): Promise<Photos> {
  const photos: Photos = { list: {}, files: [] };
  if (!existsSync(folder)) return photos;
  await mkdir(cacheDir, { recursive: true });
  const names = (await readdir(folder, { recursive: true })).filter((name) => isPhoto.test(name)).sort();
  for (const name of names) {
    const { dir, name: base } = parse(name.replaceAll('\\', '/'));
    const key = dir === '' ? base : `${dir}/${base}`;
    const photo = await renderPhoto(key, await readFile(join(folder, name)), cacheDir, photos.files);
    photos.list[key] = photo;
  }
  return photos;
}

async function renderPhoto(
  key: string,
  content: Buffer,
  cacheDir: string,
  files: Photos['files'],
): Promise<Photo> {
  const { autoOrient } = await sharp(content).metadata();
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const stem = `photo-${key.replaceAll('/', '-')}-${hash}`;
  const fitting = widths.filter((width) => width < autoOrient.width);
  const sizes = fitting.length < widths.length ? [...fitting, autoOrient.width] : fitting;
  for (const width of sizes)
    for (const format of formats) {
      const name = `${stem}-${width}.${format}`;
      const path = join(cacheDir, name);
      if (!existsSync(path))
        await sharp(content)
          .autoOrient()
          .resize(width)
          .toFormat(format === 'jpg' ? 'jpeg' : format, { quality: qualities[format] })
          .toFile(path);
      files.push({ name, path });
    }
  return { stem: `/assets/${stem}`, width: autoOrient.width, height: autoOrient.height, widths: sizes };
}

/** Puts the rendered photos beside the build's other lasting files; the dev server answers with them. */
export function photoFiles({ files }: Photos): Plugin {
  return {
    name: 'photo-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.find(({ name }) => request.url === `/assets/${name}`);
        if (file === undefined) return next();
        readFile(file.path).then((content) => response.end(content), next);
      });
    },
    async writeBundle({ dir }) {
      if (files.length === 0 || dir === undefined) return;
      await mkdir(join(dir, 'assets'), { recursive: true });
      for (const { name, path } of files) await copyFile(path, join(dir, 'assets', name));
    },
  };
}
