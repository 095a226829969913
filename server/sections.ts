import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { applicationsToday, serveApplications } from './applicants/applications-page.tsx';
import { articlesToday, serveArticles } from './articles/articles-page.tsx';
import type { Config } from './config.ts';
import { enquiriesToday, serveEnquiries } from './enquiries/enquiries-page.tsx';
import { newslettersToday, serveNewsletter } from './newsletter/newsletter-page.tsx';
import { serveAccess } from './office/access-page.tsx';
import type { Entry } from './office/frame.tsx';
import { serveLog } from './office/log-page.tsx';
import { officePaths } from './office/office-paths.ts';
import { openOffice } from './office/open-office.tsx';
import { openSection, type Section } from './office/open-section.ts';
import { servePeople } from './office/people-page.tsx';
import { serveSignIn } from './office/sign-in-page.tsx';
import type { TodayOf } from './office/today.ts';
import { servePerson } from './person-page.tsx';
import { serveUnreached, unreachedToday } from './replies/unreached-page.tsx';
import { mailToday, serverToday } from './server-today.ts';
import type { Store } from './store/open-store.ts';
import { serveSubscribers } from './subscribers/subscribers-page.tsx';
import { serveSubscription } from './subscribers/subscription-page.tsx';
import { showToday } from './today-page.tsx';
import { serveVacancies, vacanciesToday } from './vacancies/vacancies-page.tsx';
import type { PageRenderer } from './web/rendered-pages.ts';

/** The menu, in order. All routes of a section have its role. `today`: what it has to say there. */
const sections: (Entry & { serve(section: Section): void; today?: TodayOf })[] = [
  {
    title: 'Today',
    path: officePaths.home,
    role: 'editor',
    serve(section) {
      const own = (today: TodayOf) => ({ role: 'all', today }) as const;
      section.onGet(
        officePaths.home,
        showToday([own(unreachedToday), ...sections, own(mailToday), own(serverToday)]),
      );
    },
  },
  {
    title: 'Applications',
    path: officePaths.applications,
    role: 'all',
    serve(section) {
      serveApplications(section);
      servePerson(section, 'application');
      serveUnreached(section);
    },
    today: applicationsToday,
  },
  {
    title: 'Enquiries',
    path: officePaths.enquiries,
    role: 'all',
    serve(section) {
      serveEnquiries(section);
      servePerson(section, 'enquiry');
    },
    today: enquiriesToday,
  },
  {
    title: 'Vacancies',
    path: officePaths.vacancies,
    role: 'all',
    serve: serveVacancies,
    today: vacanciesToday,
  },
  {
    title: 'Articles',
    path: officePaths.articles,
    role: 'editor',
    serve: serveArticles,
    today: articlesToday,
  },
  {
    title: 'Newsletter',
    path: officePaths.newsletters,
    role: 'editor',
    serve: serveNewsletter,
    today: newslettersToday,
  },
  { title: 'Subscribers', path: officePaths.subscribers, role: 'editor', serve: serveSubscribers },
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
    const outside = openSection(office, { path: '', role: 'none' });
    serveSignIn(outside);
    serveSubscription(outside);
    for (const { serve, ...entry } of sections) serve(openSection(office, entry));
  });
}
