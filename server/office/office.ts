import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import type { Config } from '../config.ts';
import type { Store } from '../db/open-store.ts';
import { serveApplications } from './applications.ts';
import { serveArticles } from './articles.ts';
import { serveNewsletter } from './newsletter.ts';
import { servePasskeys } from './passkey-routes.ts';
import { servePeople } from './people.ts';
import { acceptPictures } from './pictures.ts';
import { serveSignIn } from './sign-in.ts';
import { serveSubscribers } from './subscribers.ts';
import { servePreviews } from './texts.ts';
import { serveVacancies } from './vacancies.ts';
import { openOffice } from './visit.ts';

/** The company's own pages, in the styles of the site. */
export async function mountOffice(
  app: FastifyInstance,
  store: Store,
  config: Config,
  { distDir, builtAt }: { distDir: string; builtAt: string },
): Promise<void> {
  const styles = readdirSync(join(distDir, 'assets')).find((file) => /^entry-client-.*\.css$/.test(file));
  await app.register(async (scope) => {
    const office = await openOffice(scope, store, config, `/assets/${styles}`);
    await acceptPictures(scope);
    serveSignIn(office);
    servePasskeys(office);
    servePeople(office, builtAt);
    serveApplications(office);
    serveVacancies(office);
    serveArticles(office);
    servePreviews(office);
    serveNewsletter(office);
    serveSubscribers(office);
  });
}
