import type { FastifyInstance } from 'fastify';

import { asRecord } from '#src/contract/validation.ts';
import { connectCalls } from '#src/paths.ts';

import type { Store } from '../db/open-store.ts';
import { keepAlert, readAlertRequest, readEndpoint, removeAlert } from '../domain/alerts.ts';
import type { Limit } from './limits.ts';
import { readRoute } from './reads.ts';
import type { Service } from './service.ts';

type Source = { service: Service; store: Store; publicKey: string; limit: Limit };

/** `GET alerts`: what a browser needs to give us an address. `POST`: keeps one. `DELETE`: forgets it. */
export function alertCalls(api: FastifyInstance, { service, store, publicKey, limit }: Source): void {
  const call = connectCalls.alerts;
  readRoute(api, service, call, () => ({ call, load: async () => ({ publicKey }) }));
  api.post(call, async (request, reply) => {
    await limit(request);
    const alert = readAlertRequest(request.body);
    await store.erase((trx) => keepAlert(trx, alert));
    // The key is said here again, because a kept answer to GET may be of another store.
    return reply.code(201).header('cache-control', 'no-store').send({ payload: { publicKey } });
  });
  api.delete(call, async (request, reply) => {
    await limit(request);
    const endpoint = readEndpoint(asRecord(request.body).endpoint);
    await store.erase((trx) => removeAlert(trx, endpoint));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
