import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

import { asRecord } from '#src/contract/answer.ts';
import { otherPaths } from '#src/paths.ts';

import { type ArticleFile, readArticleFile, textField } from '../domain/article-file.ts';
import type { Publication } from '../domain/articles.ts';
import { type Picture, pictureEndings, pictureOf } from '../domain/pictures.ts';
import { Refusal } from '../domain/refusal.ts';

const largestPicture = 5_000_000;

export function readArticleSource(path: string): Publication {
  if (!existsSync(path)) throw new Refusal(404, `There is no file ${path}.`);
  const pictures: Picture[] = [];
  const address = (href: string) => {
    if (href === '' || /^([a-z][a-z\d+.-]*:|\/)/i.test(href)) return href;
    const picture = readPicture(resolve(dirname(path), decodeURIComponent(href)));
    pictures.push(picture);
    return otherPaths.upload(picture.name);
  };
  try {
    const file = readArticleFile(readFileSync(path, 'utf8'), address);
    const image = textField(file, 'image');
    return { file, image: image && address(image), images: readImages(file, address), pictures };
  } catch (error) {
    throw new Refusal(422, `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readImages({ fields }: ArticleFile, address: (href: string) => string): Publication['images'] {
  if (fields.images === undefined) return [];
  if (!Array.isArray(fields.images)) throw new Error('"images" in the front matter must be a list.');
  return fields.images.map((one) => {
    const { src, width } = asRecord(one);
    if (typeof src === 'string' && typeof width === 'number') return { src: address(src), width };
    throw new Error('each of "images" in the front matter needs "src: …" and "width: …".');
  });
}

function readPicture(path: string): Picture {
  if (!existsSync(path)) throw new Error(`There is no picture ${path}.`);
  if (!pictureEndings.includes(extname(path).toLowerCase()))
    throw new Error(`${path} is not a supported picture; use one of ${pictureEndings.join(', ')}.`);
  if (statSync(path).size > largestPicture) throw new Error(`${path} is larger than 5 MB.`);
  return pictureOf(path, readFileSync(path));
}
