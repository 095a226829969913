import { type PageName, pages } from '#src/paths.ts';

export type PrerenderedPage = {
  file: string;
  path: string;
  name: PageName;
  /** One file for every page of a route with `:id`; it has no URL. */
  isShell: boolean;
};

/** `name.html` without folders, as Workbox's `cleanURLs` and static hosts expect. */
export const prerenderedPages: PrerenderedPage[] = (Object.keys(pages) as PageName[]).flatMap((name) =>
  pathsOf(pages[name].path).map((path) => ({
    file: path === pages.home.path ? 'index.html' : `${path.slice(1)}.html`,
    path,
    name,
    isShell: pages[name].path.endsWith(':id'),
  })),
);

export function prerenderedPageOf(name: PageName, pathname: string): string {
  const found = prerenderedPages.find(
    (built) => built.name === name && (built.isShell || built.path === pathname),
  );
  if (found === undefined) throw new Error(`The build has no file for ${pathname}.`);
  return found.file;
}

/** Expands `:type(press|blog)` to both paths and `:id` to `shell`. */
function pathsOf(pattern: string): string[] {
  const [param, words = 'shell'] = /:\w+(?:\(([^)]*)\))?/.exec(pattern) ?? [];
  if (param === undefined) return [pattern];
  return words.split('|').flatMap((word) => pathsOf(pattern.replace(param, word)));
}
