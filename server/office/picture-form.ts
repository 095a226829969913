import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { pictureMarkdown, replaceAddresses } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { mostPictureBytes, type Picture, scalePhoto } from '../pictures/pictures.ts';
import { text } from './form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Resized pictures, by field name. */
    pictures: Map<string, Picture> | null;
  }
}

const mostPictures = 6;
const mostTextBytes = 200_000;
/** The field for the picture above a text. The others are named like their placeholders: `picture-1` and so on. */
export const topPicture = 'top';

/** Parses forms with pictures, only on the routes of this section's `app` and after the sign-in check. */
export async function acceptPictures(app: FastifyInstance): Promise<void> {
  const limits = { fileSize: mostPictureBytes, files: mostPictures, fieldSize: mostTextBytes, fields: 40 };
  await app.register(multipart, { limits, throwFileSizeLimit: false });
  app.decorateRequest('pictures', null);
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const files = await readForm(request, true);
    request.pictures = new Map();
    for (const [name, { bytes, fileName }] of files) {
      const alt = `alt${/-\d+$/.exec(name)?.[0] ?? ''}`;
      if (name !== topPicture && text(request, alt) === '')
        throw new Refusal(422, 'Say what each picture in the text shows, for people who cannot see it.');
      const scaling = scalePhoto(bytes, name === topPicture ? 'top' : 'text');
      request.pictures.set(name, await scaling.catch((error) => refuseFile(fileName, error)));
    }
  });
}

/** Names the file in what is wrong with it. */
export function refuseFile(fileName: string, error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.statusCode, error.message.replace(/^This file/, `“${fileName}”`), { cause: error });
}

export type SentFile = { fileName: string; bytes: Buffer };

/** Puts the fields into `request.body`. Returns the files if they are wanted. */
export async function readForm(
  request: FastifyRequest,
  wantsFiles: boolean,
  mostBytes = mostPictureBytes,
): Promise<Map<string, SentFile>> {
  const fields = new URLSearchParams();
  const files = new Map<string, SentFile>();
  request.body = fields;
  let problem: Refusal | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) problem = new Refusal(413, 'This text is too long. Split it in two.');
        fields.append(part.fieldname, String(part.value).replaceAll('\r\n', '\n'));
      } else if (wantsFiles && problem === undefined) {
        const bytes = await part.toBuffer();
        if (part.file.truncated) problem = tooLarge(mostBytes);
        else if (files.has(part.fieldname)) problem = new Refusal(422, 'Choose one picture in each field.');
        // A browser sends an empty field for a file that was not chosen.
        else if (part.filename) files.set(part.fieldname, { fileName: part.filename, bytes });
      } else part.file.resume();
    }
  } catch (error) {
    const { code } = Object(error) as { code?: string };
    if (code !== 'FST_FILES_LIMIT') throw error;
    problem = new Refusal(
      413,
      `Add at most ${mostPictures} pictures at once, then save, then add the others.`,
    );
  }
  if (problem !== undefined && wantsFiles) throw problem;
  return files;
}

const tooLarge = (mostBytes: number) =>
  new Refusal(413, `This file is larger than ${mostBytes / 1_000_000} MB. Choose a smaller one.`);

/** Replaces placeholders in a text with the pictures' addresses. Pictures without a placeholder are added at the end. */
export async function placePictures(
  request: FastifyRequest,
): Promise<{ source: string; pictures: Picture[] }> {
  const pictures = request.pictures ?? new Map<string, Picture>();
  const missing = new Set([...pictures.keys()].filter((name) => name !== topPicture));
  let source = await replaceAddresses(text(request, 'source'), async ({ href, text: alt }) => {
    if (!/^picture-\d+$/.test(href)) return { href, text: alt };
    const picture = pictures.get(href);
    if (picture === undefined)
      throw new Refusal(
        422,
        `The picture “${alt}” was not sent with the text. Choose it again, or delete its line: ![${alt}](${href})`,
      );
    missing.delete(href);
    return { href: picture.src, text: altOf(request, href) };
  });
  for (const name of missing)
    source += `\n\n${pictureMarkdown(altOf(request, name), pictures.get(name)?.src ?? '')}`;
  return { source, pictures: [...pictures.values()] };
}

const altOf = (request: FastifyRequest, name: string) => text(request, name.replace('picture', 'alt'));
