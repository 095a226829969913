import { type PageName, pages } from '#src/paths.ts';

/** One prerendered html file of `dist/`, and the path it is rendered for. */
export type PrerenderedFile = {
  file: string;
  path: string;
  name: PageName;
  /** Stands for every page of its kind, and has no address of its own. */
  isShell: boolean;
};

/** Static pages and the shells of the data routes, as flat files that Workbox's `cleanURLs` and static hosts find. */
export const prerenderedFiles: PrerenderedFile[] = (Object.keys(pages) as PageName[]).flatMap((name) =>
  pathsOf(pages[name].path).map((path) => ({
    file: path === pages.home.path ? 'index.html' : `${path.slice(1)}.html`,
    path,
    name,
    isShell: pages[name].path.endsWith(':id'),
  })),
);

/** The file that shows an address of this page while its data is not here. */
export function shellOf(name: PageName, pathname: string): string {
  const shell = prerenderedFiles.find(
    (built) => built.name === name && (built.isShell || built.path === pathname),
  );
  if (shell === undefined) throw new Error(`No file is built for ${pathname}.`);
  return shell.file;
}

/** Each path that a pattern stands for as far as the build knows: both of `:type(press|blog)`, `shell` for an `:id`. */
function pathsOf(pattern: string): string[] {
  const [param, words = 'shell'] = /:\w+(?:\(([^)]*)\))?/.exec(pattern) ?? [];
  if (param === undefined) return [pattern];
  return words.split('|').flatMap((word) => pathsOf(pattern.replace(param, word)));
}
