import type { FastifyRequest } from 'fastify';

import { pictureMarkdown, replaceAddresses } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { type Picture, scalePhoto } from '../pictures/pictures.ts';
import { text } from './form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form, by field name. */
    sentFiles: Map<string, SentFile> | null;
  }
}

export type SentFile = { fileName: string; bytes: Buffer };

const mostPictures = 6;
const mostTextBytes = 200_000;
export const formLimits = { fileSize: 15_000_001, files: mostPictures, fieldSize: 500_000, fields: 40 };
/** The picture above a text. The others are named like their placeholders: `picture-1` and so on. */
export const topPicture = 'top';

/** Names the file in what is wrong with it. */
function refuseFile(fileName: string, error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.statusCode, error.message.replace(/^This file/, `“${fileName}”`), { cause: error });
}

/** Puts the fields into `request.body`, and the files, if they are wanted, into `request.sentFiles`. */
export async function readForm(request: FastifyRequest, wantsFiles: boolean): Promise<void> {
  const fields = new URLSearchParams();
  const files = new Map<string, SentFile>();
  Object.assign(request, { body: fields, sentFiles: files });
  let problem: Refusal | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) problem = tooLong();
        fields.append(part.fieldname, String(part.value).replaceAll('\r\n', '\n'));
      } else if (wantsFiles && problem === undefined) {
        const bytes = await part.toBuffer();
        if (files.has(part.fieldname)) problem = new Refusal(422, 'Choose one picture in each field.');
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
}

/**
 * Scales the pictures of a form, and replaces their placeholders in its text with their addresses. Pictures without a
 * placeholder are added at the end.
 */
export async function placePictures(request: FastifyRequest) {
  const pictures = new Map<string, Picture>();
  for (const [name, { bytes, fileName }] of request.sentFiles ?? []) {
    if (name !== topPicture && altOf(request, name) === '')
      throw new Refusal(422, 'Say what each picture in the text shows, for people who cannot see it.');
    const scaling = scalePhoto(bytes, name === topPicture ? 'top' : 'text');
    pictures.set(name, await scaling.catch((error) => refuseFile(fileName, error)));
  }
  if (Buffer.byteLength(text(request, 'source')) > mostTextBytes) throw tooLong();
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
  return { source, pictures: [...pictures.values()], top: pictures.get(topPicture) };
}

const tooLong = () => new Refusal(413, 'This text is too long. Split it in two.');
const altOf = (request: FastifyRequest, name: string) => text(request, name.replace('picture', 'alt'));
