import { type ComponentType, use } from 'react';

import { containsForm, type PageMatch, type RouteParams } from './lib/match-page.ts';
import type { PageName } from './paths.ts';

type PageComponent = ComponentType<{ params: RouteParams }>;

/** Only this file imports from pages/. */
const loaders: Record<PageName, () => Promise<PageComponent>> = {
  home: () => import('./pages/home/home.tsx').then((m) => m.Home),
  contact: () => import('./pages/contact/contact.tsx').then((m) => m.Contact),
  ask: () => import('./pages/ask/ask.tsx').then((m) => m.Ask),
  whoWeAre: () => import('./pages/insider/who-we-are.tsx').then((m) => m.WhoWeAre),
  team: () => import('./pages/insider/team/team.tsx').then((m) => m.Team),
  investor: () => import('./pages/insider/investor.tsx').then((m) => m.Investor),
  career: () => import('./pages/insider/career/career.tsx').then((m) => m.Career),
  vacancy: () => import('./pages/insider/career/vacancy.tsx').then((m) => m.Vacancy),
  award: () => import('./pages/insider/award.tsx').then((m) => m.Award),
  csr: () => import('./pages/insider/csr.tsx').then((m) => m.Csr),
  waterhandler: () => import('./pages/commercial/waterhandler.tsx').then((m) => m.WaterHandler),
  osense: () => import('./pages/commercial/osense.tsx').then((m) => m.Osense),
  zstudy: () => import('./pages/commercial/zstudy.tsx').then((m) => m.ZStudy),
  travis: () => import('./pages/commercial/travis.tsx').then((m) => m.TravisLabs),
  mediaRoom: () => import('./pages/media-room/media-room.tsx').then((m) => m.MediaRoom),
  mediaList: () => import('./pages/media-room/media-list.tsx').then((m) => m.MediaList),
  mediaDetail: () => import('./pages/media-room/media-detail.tsx').then((m) => m.MediaDetail),
  privacy: () => import('./pages/privacy/privacy.tsx').then((m) => m.Privacy),
  saved: () => import('./pages/saved/saved.tsx').then((m) => m.Saved),
  thanks: () => import('./pages/thanks/thanks.tsx').then((m) => m.Thanks),
  application: () => import('./pages/application/application.tsx').then((m) => m.Application),
  notFound: () => import('./components/not-found.tsx').then((m) => m.NotFound),
};

const loading: { [name in PageName]?: Promise<PageComponent> } = {};
const loaded: { [name in PageName]?: PageComponent } = {};

/** Loads the code of a page and its form, after which `RoutePage` renders without suspending. */
export function loadRoute(match: PageMatch, search: string): Promise<unknown> {
  const page = loadPage(match);
  if (match.name !== 'vacancy' || !containsForm(search)) return page;
  const form = import('./pages/insider/career/application-form.tsx');
  return Promise.all([import('./pages/insider/career/vacancy.tsx'), page, form]).then(([m]) => m.loadForm());
}

/** A failed import cannot be retried in the same document (https://github.com/whatwg/html/issues/6768). */
function loadPage({ name }: PageMatch): Promise<PageComponent> {
  loading[name] ??= loaders[name]().then((page) => {
    loaded[name] = page;
    return page;
  });
  return loading[name];
}

/** Suspends only for Back and Forward after a reload. */
export function RoutePage({ match }: { match: PageMatch }) {
  const Page = loaded[match.name] ?? use(loadPage(match));
  return <Page params={match.params} />;
}
