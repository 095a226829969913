import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Refusal } from '../lib/refusal.ts';
import { readForm, type SentFile } from './picture-form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sentFile: SentFile | null;
  }
}

const limits = { fileSize: 30_000_000, files: 1, fieldSize: 2_000_000, fields: 20 };

/** Parses forms with one file or a long text, only on the routes of this `app` and after the sign-in check. */
export async function acceptFile(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
  app.decorateRequest('sentFile', null);
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const [file = null] = (await readForm(request, true, limits.fileSize)).values();
    request.sentFile = file;
  });
}

export function sentFileOf({ sentFile }: FastifyRequest): SentFile {
  if (sentFile === null) throw new Refusal(422, 'Choose a file first.');
  return sentFile;
}
