import { setTimeout } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { type ApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { connectCalls } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { hashOf } from '../store/application-secret.ts';
import { erase, forgetFingerprints } from '../store/erasure.ts';
import type { Store } from '../store/open-store.ts';
import { limitWrongSecrets } from './rate-limit.ts';
import type { Service, WriteAnswer } from './service.ts';

/** How long whoever has a wrong secret waits for the answer. */
const pauseMs = 500;

const notFound: WriteAnswer = {
  status: 404,
  body: JSON.stringify({
    error: `There is no application with this secret. It belongs into the header ${secretHeader}.`,
  }),
};

/**
 * `GET application` and `DELETE application`, for whoever has its secret. Who has a right one may always do both: many
 * visitors share one address, and what a neighbour tries is not theirs.
 */
export function followedApplication(
  api: FastifyInstance,
  service: Service,
  rateLimit: Config['rateLimit'],
): void {
  const refuseTooMany = limitWrongSecrets(api, rateLimit);
  api.route({
    method: ['GET', 'DELETE'],
    url: connectCalls.application,
    async handler(request, reply) {
      const secret = String(request.headers[secretHeader.toLowerCase()] ?? '');
      const method = request.method === 'DELETE' ? 'DELETE' : 'GET';
      const { status, body, headers = {} } = await service.application(method, secret);
      if (status === 404) {
        await refuseTooMany(request);
        await setTimeout(pauseMs);
      }
      reply.code(status).type('application/json; charset=utf-8').headers(headers);
      return reply.header('cache-control', 'no-store').send(status === 204 ? undefined : body);
    },
  });
}

/** The embedded store's answer. A wrong secret costs it the same look as a right one. */
export async function readApplication(store: Store, secret: string): Promise<WriteAnswer> {
  const row = await store.db
    .selectFrom('applications')
    .leftJoin('vacancies', 'vacancies.id', 'applications.job')
    .select(['job', 'applications.created_at as createdAt', 'state', 'state_at as stateAt', 'word as note'])
    .select('vacancies.name as jobName')
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (row === undefined) return notFound;
  const { stateAt, note, jobName, ...sure } = row;
  const payload: ApplicationStatus = {
    ...sure,
    ...(stateAt === null ? {} : { stateAt }),
    ...(note === null ? {} : { note }),
    ...(jobName === null ? {} : { jobName }),
  };
  return { status: 200, body: JSON.stringify({ payload }) };
}

/** Deletes it like "application delete", with messages that wait about it. */
export async function withdrawApplication(store: Store, secret: string): Promise<WriteAnswer> {
  const found = await readApplication(store, secret);
  if (found.status === 404) return found;
  await erase(store, async (trx) => {
    const gone = trx.deleteFrom('applications').where('secret_hash', '=', hashOf(secret));
    await forgetFingerprints(trx, await gone.returning('request_key').execute());
  });
  return { status: 204, body: '' };
}
