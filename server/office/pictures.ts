import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { mostPictureBytes } from '../domain/pictures.ts';
import { Refusal } from '../domain/refusal.ts';
import { longestRequestMs } from '../web/request-limits.ts';

/** A phone on a slow line needs longer. */
export const requestMs = longestRequestMs;

export async function acceptPictures(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: mostPictureBytes, files: 1, fields: 10, parts: 12 } });
}

/** The form's picture and its other fields. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ fields: URLSearchParams; bytes: Buffer }> {
  const fields = new URLSearchParams();
  let bytes: Buffer | undefined;
  for await (const part of request.parts())
    if (part.type === 'file') bytes = await part.toBuffer().catch(tooLarge);
    else fields.set(part.fieldname, String(part.value));
  if (bytes === undefined || bytes.length === 0) throw new Refusal(422, 'Choose a picture first.');
  return { fields, bytes };
}

function tooLarge(): never {
  throw new Refusal(
    413,
    `This picture is larger than ${mostPictureBytes / 1_000_000} MB. Choose a smaller one.`,
  );
}
