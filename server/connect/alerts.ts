import type { FastifyInstance, FastifyRequest } from 'fastify';

import { secretHeader } from '#src/contract/application-status.ts';
import { asRecord } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import { parseAlertRequest, parseEndpoint, removeDevice, saveAlert } from '../hiring/alerts.ts';
import { removeNews, saveNews } from '../hiring/news.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Store } from '../store/open-store.ts';
import type { Limit } from '../web/limits.ts';
import { sendResponse } from './reads.ts';
import type { Service } from './service.ts';

type Source = { service: Service; store: Store; publicKey: string; limit: Limit };

/** With an application's secret, the calls concern notifications about that application. */
export function alertCalls(api: FastifyInstance, { service, store, publicKey, limit }: Source): void {
  const call = connectCalls.alerts;
  const load = async () => ({ publicKey });
  api.get(call, async (request, reply) => sendResponse(request, reply, await service.read({ call, load })));
  api.post(call, async (request, reply) => {
    await limit(request);
    const alert = parseAlertRequest(request.body);
    const secret = secretOf(request);
    const tag = await store.erase(async (trx) => {
      if (secret !== undefined) return saveNews(trx, secret, alert.subscription);
      await saveAlert(trx, alert);
      return undefined;
    });
    if (secret !== undefined && tag === undefined)
      throw new Refusal(404, serverErrors.noApplication(secretHeader));
    // Repeat the key: a cached GET response may come from another store.
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ payload: { publicKey, ...(tag && { tag }) } });
  });
  api.delete(call, async (request, reply) => {
    await limit(request);
    const endpoint = parseEndpoint(asRecord(request.body).endpoint);
    const secret = secretOf(request);
    await store.erase((trx) =>
      secret === undefined ? removeDevice(trx, endpoint) : removeNews(trx, secret, endpoint),
    );
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  return headers[secretHeader.toLowerCase()]?.toString();
}
