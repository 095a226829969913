import type { FastifyInstance } from 'fastify';

import { asRecord } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import { parseAlertRequest, parseEndpoint, removeAlert, saveAlert } from '../hiring/alerts.ts';
import type { Store } from '../store/open-store.ts';
import type { Limit } from '../web/limits.ts';
import { sendAnswer } from './reads.ts';
import type { Service } from './service.ts';

type Source = { service: Service; store: Store; publicKey: string; limit: Limit };

export function alertCalls(api: FastifyInstance, { service, store, publicKey, limit }: Source): void {
  const call = connectCalls.alerts;
  const load = async () => ({ publicKey });
  api.get(call, async (request, reply) => sendAnswer(request, reply, await service.read({ call, load })));
  api.post(call, async (request, reply) => {
    await limit(request);
    const alert = parseAlertRequest(request.body);
    await store.erase((trx) => saveAlert(trx, alert));
    // Repeat the key: a cached GET response may come from another store.
    return reply.code(201).header('cache-control', 'no-store').send({ payload: { publicKey } });
  });
  api.delete(call, async (request, reply) => {
    await limit(request);
    const endpoint = parseEndpoint(asRecord(request.body).endpoint);
    await store.erase((trx) => removeAlert(trx, endpoint));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
