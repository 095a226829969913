import type { FastifyInstance } from 'fastify';

import { connectMount } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { nothingHere } from '../http/error-answers.ts';
import { toldBy } from '../notifications/queue.ts';
import type { Store } from '../store/open-store.ts';
import { acceptForms, answerFormErrors } from './form-post.ts';
import { allowCanonicalSite, limitPosts, refuseCrossSite } from './guards.ts';
import { jobApply } from './job-apply.ts';
import { jobList } from './job-list.ts';
import { mediaDetail } from './media-detail.ts';
import { mediaList } from './media-list.ts';
import { mediaPriority } from './media-priority.ts';
import type { Service } from './service.ts';
import { submissionRoute } from './submission-route.ts';
import { subscribe } from './subscribe.ts';

/** Mounts every call of the connect API. */
export async function mountConnect(
  app: FastifyInstance,
  config: Config,
  service: Service,
  store: Store,
): Promise<void> {
  await app.register(
    async (api) => {
      answerFormErrors(api);
      acceptForms(api);
      allowCanonicalSite(api, config.siteUrl);
      refuseCrossSite(api, config.siteUrl);
      await limitPosts(api, config.rateLimit, service, store);
      for (const declare of [mediaList, mediaPriority, mediaDetail, jobList]) declare(api, service);
      const told = toldBy(config);
      submissionRoute(api, service, subscribe(told));
      submissionRoute(api, service, jobApply(told));
    },
    { prefix: connectMount },
  );
  const apiRoot = `/${connectMount.split('/')[1]}`;
  for (const path of [apiRoot, `${apiRoot}/*`])
    app.all(path, (_, reply) => reply.code(404).send({ error: nothingHere }));
}
