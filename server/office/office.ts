import type { FastifyInstance } from 'fastify';

import type { Config } from '../config.ts';
import type { Store } from '../db/open-store.ts';
import { serveApplications } from './applications.ts';
import { serveArticles } from './articles.ts';
import { serveNewsletter } from './newsletter.ts';
import { servePasskeys } from './passkey-routes.ts';
import { servePeople } from './people.ts';
import { serveSignIn } from './sign-in.ts';
import { serveVacancies } from './vacancies.ts';
import { openOffice } from './visit.ts';

/** The company's own pages, each room in a file of its own. */
export async function mountOffice(
  app: FastifyInstance,
  store: Store,
  config: Config,
  stylesheet: string,
): Promise<void> {
  await app.register(async (scope) => {
    const office = await openOffice(scope, store, config, stylesheet);
    serveSignIn(office);
    servePasskeys(office);
    servePeople(office);
    serveApplications(office);
    serveVacancies(office);
    await serveArticles(office);
    serveNewsletter(office);
  });
}
