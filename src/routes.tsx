import { type ComponentType, use } from 'react';

import { matchPage, type RouteParams } from './lib/match-page.ts';
import type { PageName } from './paths.ts';

type PageComponent = ComponentType<{ params: RouteParams }>;

/** Page name -> its chunk; this file alone imports from pages/. */
const loaders: Record<PageName, () => Promise<PageComponent>> = {
  home: () => import('./pages/home/home.tsx').then((m) => m.Home),
  contact: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  whoWeAre: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  team: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  investor: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  career: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  vacancy: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  award: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  csr: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  waterhandler: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  osense: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  zstudy: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  travis: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  mediaRoom: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  mediaList: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  mediaDetail: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  privacy: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  thanks: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
  notFound: () => import('./pages/not-found/not-found.tsx').then((m) => m.NotFound),
};

const loading = new Map<PageName, Promise<PageComponent>>();
const loaded = new Map<PageName, PageComponent>();

/** Fetches the chunk of the page that a pathname names; after it, `RoutePage` renders that page at once. */
export function loadRoute(pathname: string): Promise<PageComponent> {
  const { name } = matchPage(pathname);
  const promise = loading.get(name) ?? loaders[name]();
  loading.set(name, promise);
  promise.then(
    (component) => loaded.set(name, component),
    // A failed chunk is asked for again at the next try.
    () => loading.delete(name),
  );
  return promise;
}

/** The page of a pathname; suspends where its chunk is not here yet (back and forward after a reload). */
export function RoutePage({ pathname }: { pathname: string }) {
  const { name, params } = matchPage(pathname);
  const Page = loaded.get(name) ?? use(loadRoute(pathname));
  return <Page key={pathname} params={params} />;
}
