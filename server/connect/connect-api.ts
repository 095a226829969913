import type { FastifyInstance, FastifyRequest } from 'fastify';

import { kinds } from '#src/contract/form-kinds.ts';
import { connectMount, serverPrefixes } from '#src/server-paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import type { Config } from '../config.ts';
import type { Store } from '../store/open-store.ts';
import { allowCanonicalSite, refuseCrossSite } from '../web/cross-origin.ts';
import { formType } from '../web/error-responses.ts';
import { limitSubmissions, limitWrites } from '../web/rate-limits.ts';
import type { Clock } from '../web/response-cache.ts';
import { alertCalls } from './alerts.ts';
import { fileCalls } from './attachments.ts';
import { readCalls } from './reads.ts';
import type { Service } from './service.ts';
import { followedApplication, postRoute } from './writes.ts';

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
      const limits = { limit, ...limitSubmissions(api, config) };
      readCalls(api, service, clock);
      for (const kind of kinds) postRoute(api, service, kind, limits);
      if (alerts) {
        const { store } = alerts;
        alertCalls(api, { limits, ...alerts });
        await fileCalls(api, { store, limit: limits.parts, mostMegabytes: config.filesMaxMb });
      }
      followedApplication(api, service);
    },
    { prefix: connectMount },
  );
  for (const path of [serverPrefixes.connect, `${serverPrefixes.connect}/*`])
    app.all(path, (_, reply) => reply.code(404).send({ error: serverErrors.notFound }));
}

/** Accepts forms sent without JavaScript. `@fastify/formbody` would turn a repeated field into an array. */
function acceptForms(api: FastifyInstance): void {
  api.addContentTypeParser(formType, { parseAs: 'string' }, async (_: FastifyRequest, text: string) =>
    Object.fromEntries(new URLSearchParams(text)),
  );
}
