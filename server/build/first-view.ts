import type { Plugin, Rollup } from 'vite';

/** Modules whose files are already in the HTTP cache when the worker is installed. */
const modules = /\/(?:entry-client\.tsx|status-bar\.tsx|index\.html)$/;

/** Finds the scripts and styles for these modules and their static imports. */
export function firstView(): { plugin: Plugin; has: (file: string) => boolean } {
  const files = new Set<string>();
  const plugin: Plugin = {
    name: 'first-view',
    apply: 'build',
    generateBundle(_options, bundle) {
      files.clear();
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && output.moduleIds.some((id) => modules.test(id)))
          add(output.fileName, bundle, files);
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
