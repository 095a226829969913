import type { FastifyInstance } from 'fastify';

import { serverErrors } from '#src/content/server-errors.ts';
import { connectMount } from '#src/paths.ts';

import type { Config } from '../config.ts';
import type { Store } from '../db/open-store.ts';
import type { Clock } from '../web/answer-cache.ts';
import { alertCalls } from './alerts.ts';
import { allowCanonicalSite, refuseCrossSite } from './cross-origin.ts';
import { acceptForms } from './form-post.ts';
import { limitSubmissions, limitWrites } from './limits.ts';
import { readCalls } from './reads.ts';
import type { Service } from './service.ts';
import { followedApplication, jobApply, postRoute, subscription } from './writes.ts';

export async function mountConnect(
  app: FastifyInstance,
  config: Config,
  service: Service,
  clock: Clock,
  alerts?: { store: Store; publicKey: string },
): Promise<void> {
  await app.register(
    async (api) => {
      acceptForms(api);
      allowCanonicalSite(api, config.siteUrl);
      refuseCrossSite(api, config.siteUrl);
      const limit = await limitWrites(api, config.rateLimit);
      const limits = { limit, limitPerDay: limitSubmissions(config.submissionsPerDay) };
      readCalls(api, service, clock);
      postRoute(api, service, jobApply(config), limits);
      postRoute(api, service, subscription(config), limits);
      if (alerts) alertCalls(api, { service, limit, ...alerts });
      followedApplication(api, service);
    },
    { prefix: connectMount },
  );
  const apiRoot = `/${connectMount.split('/')[1]}`;
  for (const path of [apiRoot, `${apiRoot}/*`])
    app.all(path, (_, reply) => reply.code(404).send({ error: serverErrors.notFound }));
}
