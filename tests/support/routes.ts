import {
  connectCalls,
  connectMount,
  mediaDetailPath,
  mediaListPath,
  pages,
  vacancyPath,
} from '#src/paths.ts';

export type Route = { path: string; title: string };

/** Pages that are complete in `dist/` and listed in the sitemap. */
export const staticRoutes: Route[] = Object.values(pages).filter(
  (page) => page.kind === 'static' && page.sitemap,
);

/** Pages about what is on the device: no sitemap lists them, and without scripts there is little to read. */
export const deviceRoutes: Route[] = [pages.saved];

/** Pages that live on the connect API and have an address of their own. */
export const dataRoutes: Route[] = [
  pages.career,
  pages.mediaRoom,
  { path: mediaListPath('press'), title: 'Press Releases' },
  { path: mediaListPath('blog'), title: 'Blog' },
];

/** Addresses of the newest press release and vacancy of a running site. */
export async function firstEntryRoutes(url: string): Promise<{ article: Route; vacancy: Route }> {
  const [article, vacancy] = await Promise.all([
    firstOf(url, connectCalls.mediaList('press')),
    firstOf(url, connectCalls.jobList),
  ]);
  return {
    article: { path: mediaDetailPath(article._id), title: article.title ?? '' },
    vacancy: { path: vacancyPath(vacancy._id), title: vacancy.name ?? '' },
  };
}

type Entry = { _id: string; title?: string; name?: string };

async function firstOf(url: string, call: string): Promise<Entry> {
  const response = await fetch(`${url}${connectMount}${call}`);
  const { payload } = (await response.json()) as { payload: Entry[] };
  const [first] = payload;
  if (first === undefined) throw new Error(`${call} is empty`);
  return first;
}
