import type { FastifyInstance } from 'fastify';

import { asRecord } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import { parseAlertsRequest, parseEndpoint, putDevice, removeDevice } from '../devices/devices.ts';
import type { Store } from '../store/open-store.ts';
import type { Limits } from '../web/rate-limits.ts';
import { payloadBody, sendBody } from '../web/response-body.ts';

type Source = { store: Store; publicKey: string; limits: Pick<Limits, 'limit' | 'newDevices'> };

export function alertCalls(api: FastifyInstance, { store, publicKey, limits }: Source): void {
  const call = connectCalls.alerts;
  const body = payloadBody({ publicKey });
  api.get(call, async (request, reply) => sendBody(request, reply.header('cache-control', 'no-cache'), body));
  api.put(call, async (request, reply) => {
    await limits.limit(request);
    const wanted = parseAlertsRequest(request.body);
    await store.erase((trx) => putDevice(trx, wanted, () => limits.newDevices(request)));
    // A cached response to GET may come from another store.
    return reply.header('cache-control', 'no-store').send({ payload: { publicKey } });
  });
  api.delete(call, async (request, reply) => {
    await limits.limit(request);
    const endpoint = parseEndpoint(asRecord(request.body).endpoint);
    await store.erase((trx) => removeDevice(trx, endpoint));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
