import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { serveArticles } from './articles/articles-page.tsx';
import { startFromWord } from './articles/word-page.tsx';
import type { Config } from './config.ts';
import { serveEnquiries } from './enquiries/enquiries-page.tsx';
import { serveApplications } from './hiring/applications-page.tsx';
import { serveVacancies } from './hiring/vacancies-page.tsx';
import { serveSubscriberFile } from './newsletter/import-page.tsx';
import { serveNewsletter } from './newsletter/newsletter-page.tsx';
import { serveSubscribers } from './newsletter/subscribers-page.tsx';
import { serveAccess } from './office/access-page.tsx';
import { acceptFile } from './office/file-form.ts';
import type { Entry } from './office/frame.tsx';
import { serveLog } from './office/log-page.tsx';
import { officePaths } from './office/office-paths.ts';
import { servePeople } from './office/people-page.tsx';
import { openOffice } from './office/scope.tsx';
import { openSection, type Section } from './office/section.ts';
import { serveSignIn } from './office/sign-in-page.tsx';
import { servePasting } from './office/texts.tsx';
import type { Store } from './store/open-store.ts';
import { serveToday } from './today-page.tsx';
import type { PageRenderer } from './web/rendered-pages.ts';

const articles = {
  title: 'Articles',
  path: officePaths.articles,
  role: 'editor',
  serve: serveArticles,
} as const;

const subscribers = {
  title: 'Subscribers',
  path: officePaths.subscribers,
  role: 'editor',
  serve: serveSubscribers,
} as const;

/** The menu, in order. All routes of a section have its role. */
const sections: (Entry & { serve(section: Section): void | Promise<void> })[] = [
  { title: 'Today', path: officePaths.home, role: 'editor', serve: serveToday },
  { title: 'Applications', path: officePaths.applications, role: 'all', serve: serveApplications },
  { title: 'Enquiries', path: officePaths.enquiries, role: 'all', serve: serveEnquiries },
  { title: 'Vacancies', path: officePaths.vacancies, role: 'all', serve: serveVacancies },
  articles,
  { title: 'Newsletter', path: officePaths.newsletters, role: 'editor', serve: serveNewsletter },
  subscribers,
  { title: 'People', path: officePaths.people, role: 'all', serve: servePeople },
  { title: 'Log', path: officePaths.log, role: 'all', serve: serveLog },
  { title: 'Your access', path: officePaths.access, role: 'editor', serve: serveAccess },
];

/** The company's own pages, in the styles of the site. */
export async function mountOffice(
  app: FastifyInstance,
  store: Store,
  config: Config,
  { distDir, ...built }: { distDir: string; builtAt: string; renderer: PageRenderer },
): Promise<void> {
  const styles = readdirSync(join(distDir, 'assets')).find((file) => /^entry-client-.*\.css$/.test(file));
  await app.register(async (scope) => {
    const stylesheet = `/assets/${styles}`;
    const office = await openOffice(scope, { store, config, ...built, menu: sections, stylesheet });
    serveSignIn(office);
    for (const { serve, ...entry } of sections)
      await scope.register(async (app) => serve(openSection({ ...office, app }, entry)));
    await scope.register(async (app) => {
      await acceptFile(app);
      const files = openSection({ ...office, app }, articles);
      servePasting(files);
      startFromWord(files);
      serveSubscriberFile(openSection({ ...office, app }, subscribers));
    });
  });
}
