import { type PageName, pages } from '#src/paths.ts';

export type PrerenderedFile = {
  file: string;
  path: string;
  name: PageName;
  /** Stands for every page of its kind, and has no address of its own. */
  isShell: boolean;
};

/** Flat, as Workbox's `cleanURLs` and static hosts want them. */
export const prerenderedFiles: PrerenderedFile[] = (Object.keys(pages) as PageName[]).flatMap((name) =>
  pathsOf(pages[name].path).map((path) => ({
    file: path === pages.home.path ? 'index.html' : `${path.slice(1)}.html`,
    path,
    name,
    isShell: pages[name].path.endsWith(':id'),
  })),
);

export function shellOf(name: PageName, pathname: string): string {
  const shell = prerenderedFiles.find(
    (built) => built.name === name && (built.isShell || built.path === pathname),
  );
  if (shell === undefined) throw new Error(`No file is built for ${pathname}.`);
  return shell.file;
}

/** Both of `:type(press|blog)`; `shell` for an `:id`. */
function pathsOf(pattern: string): string[] {
  const [param, words = 'shell'] = /:\w+(?:\(([^)]*)\))?/.exec(pattern) ?? [];
  if (param === undefined) return [pattern];
  return words.split('|').flatMap((word) => pathsOf(pattern.replace(param, word)));
}
