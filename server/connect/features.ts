import type { FastifyInstance } from 'fastify';

import type { Feature } from '#src/contract/features.ts';
import { connectCalls } from '#src/paths.ts';

import { readRoute, type Service } from './service.ts';

/** What the embedded API can do. */
const embedded: Feature[] = ['status', 'alerts'];

/** `GET features`: a provider that does not know the call can do nothing of it. */
export function listFeatures(api: FastifyInstance, service: Service): void {
  readRoute(api, service, connectCalls.features, () => ({
    call: connectCalls.features,
    load: async () => embedded,
  }));
}
