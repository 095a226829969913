import type { FastifyInstance } from 'fastify';

import { connectMount } from '#src/paths.ts';

import type { Config } from '../config.ts';
import { nothingHere } from '../http/error-answers.ts';
import { recipientsOf } from '../notifications/queue.ts';
import type { Store } from '../store/open-store.ts';
import { alertCalls } from './alerts.ts';
import { followedApplication } from './application.ts';
import { articleList, featuredArticles, oneArticle } from './articles.ts';
import { allowCanonicalSite, refuseCrossSite } from './cross-origin.ts';
import { listFeatures } from './features.ts';
import { acceptForms, answerFormErrors } from './form-post.ts';
import { jobApply } from './job-apply.ts';
import { jobList } from './job-list.ts';
import { limitPosts } from './rate-limit.ts';
import { type Service, submissionRoute } from './service.ts';
import { subscribe } from './subscribe.ts';

/** Mounts every call of the connect API; alerts where there is a key for them. */
export async function mountConnect(
  app: FastifyInstance,
  config: Config,
  service: Service,
  store: Store,
  publicKey?: string,
): Promise<void> {
  await app.register(
    async (api) => {
      answerFormErrors(api);
      acceptForms(api);
      allowCanonicalSite(api, config.siteUrl);
      refuseCrossSite(api, config.siteUrl);
      await limitPosts(api, config.rateLimit, service, store);
      for (const declare of [articleList, featuredArticles, oneArticle, jobList, listFeatures])
        declare(api, service);
      const recipients = recipientsOf(config);
      submissionRoute(api, service, subscribe(recipients));
      submissionRoute(api, service, jobApply(recipients));
      if (publicKey !== undefined) alertCalls(api, service, store, publicKey);
      followedApplication(api, service, config.rateLimit);
    },
    { prefix: connectMount },
  );
  const apiRoot = `/${connectMount.split('/')[1]}`;
  for (const path of [apiRoot, `${apiRoot}/*`])
    app.all(path, (_, reply) => reply.code(404).send({ error: nothingHere }));
}
