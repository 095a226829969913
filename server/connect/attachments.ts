import type { FastifyInstance, FastifyRequest } from 'fastify';

import { longestPartMs, partBytes, partType, uploadHeader } from '#src/contract/attachments.ts';
import { connectCalls } from '#src/paths.ts';
import { fileRefusals, noRoomForFiles } from '#src/words/attachments.ts';
import { serverErrors } from '#src/words/errors.ts';

import { arrivedParts, findExpected, isPartOf, storePart } from '../attachments/attachments.ts';
import { Refusal } from '../lib/refusal.ts';
import { refuseLocked } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import { idOf } from '../store/secrets.ts';
import { wasDeleted } from '../store/submissions.ts';
import type { Limit } from '../web/rate-limits.ts';

type Source = { store: Store; limit: Limit; mostMegabytes: number };
type File = { Params: { sha256: string } };
type Part = { Params: { sha256: string; n: string } };

const statuses = { empty: 422, large: 413, type: 415, sum: 422, late: 422 } as const;
/** Seconds. */
const roomRetryAfter = 300;

/** The calls for files that a form has announced. Everything is known before a body is read. */
export async function fileCalls(api: FastifyInstance, source: Source): Promise<void> {
  await api.register(async (files) => {
    const { store, limit, mostMegabytes } = source;
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      partType,
      { parseAs: 'buffer' },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    files.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'));

    /** Rejects if a request is about no file that is expected, or about one that has been refused. */
    async function find({ params, headers }: Pick<FastifyRequest<File>, 'params' | 'headers'>) {
      const id = await idOf(store.db, String(headers[uploadHeader.toLowerCase()] ?? ''), 'upload');
      if (id === null) throw new Refusal(401, serverErrors.uploadToken(uploadHeader));
      const file = await findExpected(store.db, id, params.sha256);
      if (file?.refused) throw new Refusal(statuses[file.refused], fileRefusals[file.refused]);
      if (file) return file;
      if (await wasDeleted(store.db, id)) throw new Refusal(410, serverErrors.deleted);
      throw new Refusal(404, serverErrors.noFile);
    }

    files.get<File>(connectCalls.file(':sha256'), async (request) => ({
      payload: await arrivedParts(store.db, await find(request)),
    }));

    files.put<Part>(
      connectCalls.filePart(':sha256', ':n'),
      {
        bodyLimit: partBytes,
        config: { requestMs: longestPartMs },
        async onRequest(request, reply) {
          const file = await find(request);
          if (file.arrived_at !== null) return reply.send({ payload: await arrivedParts(store.db, file) });
          await limit(request);
          const { 'content-type': type, 'content-length': length } = request.headers;
          if (type !== partType) throw new Refusal(415, serverErrors.partType(partType));
          if (Number(length) > partBytes) throw new Refusal(413, serverErrors.partSize);
          return undefined;
        },
      },
      async (request) => {
        const { params, body } = request;
        const file = await find(request);
        const n = /^\d{1,4}$/.test(params.n) ? Number(params.n) : Number.NaN;
        if (!Buffer.isBuffer(body) || !isPartOf(file, n, body.length))
          throw new Refusal(422, serverErrors.partSize);
        await store.write((trx) => storePart(trx, file.id, n, body, mostMegabytes)).catch(refuseLocked);
        const payload = await arrivedParts(store.db, await find(request));
        if (!payload.parts.includes(n))
          throw new Refusal(503, noRoomForFiles, { retryAfter: roomRetryAfter });
        return { payload };
      },
    );
  });
}
