import { mediaDetailPath, mediaListPath, type PageName, pages, vacancyPath } from '#src/paths.ts';

/** One prerendered html file of `dist/`, and the path it is rendered for. */
export type PrerenderedFile = { file: string; path: string; name: PageName };

/** Static pages and the shells of the data routes, as flat files that Workbox's `cleanURLs` and static hosts find. */
export const prerenderedFiles: PrerenderedFile[] = [
  ...(Object.keys(pages) as PageName[])
    .filter((name) => !pages[name].path.includes(':') && name !== 'notFound')
    .map((name) => ({
      file: name === 'home' ? 'index.html' : `${pages[name].path.slice(1)}.html`,
      path: pages[name].path,
      name,
    })),
  { file: 'media-room/filter/press.html', path: mediaListPath('press'), name: 'mediaList' },
  { file: 'media-room/filter/blog.html', path: mediaListPath('blog'), name: 'mediaList' },
  { file: 'media-room/shell.html', path: mediaDetailPath('shell'), name: 'mediaDetail' },
  { file: 'insider/career/shell.html', path: vacancyPath('shell'), name: 'vacancy' },
  { file: '404.html', path: pages.notFound.path, name: 'notFound' },
];
