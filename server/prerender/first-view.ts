import type { Plugin, Rollup } from 'vite';

/** Modules whose scripts a first view has fetched before the worker is asked to install. */
const fetchedFirst = /\/(?:entry-client\.tsx|status-bar\.tsx|index\.html)$/;

/** The scripts and styles that every visitor's HTTP cache holds when the worker comes: `has` is true to the latest build. */
export function firstView(): { plugin: Plugin; has: (file: string) => boolean } {
  const files = new Set<string>();
  const plugin: Plugin = {
    name: 'first-view',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      files.clear();
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const first = chunks.filter(({ moduleIds }) => moduleIds.some((id) => fetchedFirst.test(id)));
      for (const { fileName } of first) add(fileName, bundle, files);
    },
  };
  return { plugin, has: (file) => files.has(file) };
}

function add(file: string, bundle: Rollup.OutputBundle, files: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || files.has(file)) return;
  files.add(file);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const needed of chunk.imports) add(needed, bundle, files);
}
