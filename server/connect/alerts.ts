import type { FastifyInstance } from 'fastify';

import { asRecord } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import { declareDevice, parseDeclaration, parseEndpoint, removeDevice } from '../devices/devices.ts';
import type { Store } from '../store/open-store.ts';
import type { Limit } from '../web/limits.ts';
import { payloadBody, sendBody } from '../web/response-body.ts';

type Source = { store: Store; publicKey: string; limit: Limit };

export function alertCalls(api: FastifyInstance, { store, publicKey, limit }: Source): void {
  const call = connectCalls.alerts;
  const body = payloadBody({ publicKey });
  api.get(call, async (request, reply) => sendBody(request, reply.header('cache-control', 'no-cache'), body));
  api.put(call, async (request, reply) => {
    await limit(request);
    const declared = parseDeclaration(request.body);
    const standing = await store.erase((trx) => declareDevice(trx, declared));
    // Repeat the key: a cached GET response may come from another store.
    return reply.header('cache-control', 'no-store').send({ payload: { ...standing, publicKey } });
  });
  api.delete(call, async (request, reply) => {
    await limit(request);
    const endpoint = parseEndpoint(asRecord(request.body).endpoint);
    await store.erase((trx) => removeDevice(trx, endpoint));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
