import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { otherPaths } from '#src/paths.ts';

import { type Picture, pictureOf } from '../domain/pictures.ts';
import { Refusal } from '../domain/refusal.ts';
import { longestRequestMs } from '../web/error-answers.ts';

/** Of the file, and of its pixels: a small file may unpack into gigabytes. */
const mostBytes = 15_000_000;
const mostPixels = 60_000_000;
/** A phone on a slow line needs longer. */
export const requestMs = longestRequestMs;
const widths = [400, 800, 1600];
const formats = ['jpeg', 'png', 'webp', 'avif', 'heif'];

export async function acceptPictures(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: mostBytes, files: 1, fields: 10, parts: 12 } });
}

export type Uploaded = { pictures: Picture[]; images: { src: string; width: number }[] };

/** The form's other fields, and its picture as WebP in three widths, without the camera's data. */
export async function readPicture(request: FastifyRequest): Promise<{ fields: URLSearchParams } & Uploaded> {
  const fields = new URLSearchParams();
  let bytes: Buffer | undefined;
  for await (const part of request.parts())
    if (part.type === 'file') bytes = await part.toBuffer().catch(tooLarge);
    else fields.set(part.fieldname, String(part.value));
  if (bytes === undefined || bytes.length === 0) throw new Refusal(422, 'Choose a picture first.');
  return { fields, ...(await scaled(bytes)) };
}

function tooLarge(): never {
  throw new Refusal(413, `This picture is larger than ${mostBytes / 1_000_000} MB. Choose a smaller one.`);
}

async function scaled(bytes: Buffer): Promise<Uploaded> {
  // Loaded where there is a picture to scale.
  const { default: sharp } = await import('sharp');
  const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
  const made: Uploaded = { pictures: [], images: [] };
  try {
    const { format, autoOrient } = await source.metadata();
    if (!formats.includes(format)) throw new Error(format);
    const wanted = new Set(widths.map((width) => Math.min(width, autoOrient.width)));
    // One after the other: unpacked pictures are large.
    for (const width of wanted) {
      const webp = await source.clone().resize(width).webp({ quality: 80 }).toBuffer();
      const picture = pictureOf('picture.webp', webp);
      made.pictures.push(picture);
      made.images.push({ src: otherPaths.upload(picture.name), width });
    }
    return made;
  } catch (error) {
    const reason =
      'This file is not a picture that can be used. Choose a JPEG, PNG or WebP of up to 60 megapixels.';
    throw new Refusal(422, reason, { cause: error });
  }
}
