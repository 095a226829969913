import type { Plugin, Rollup } from 'vite';

type Part = 'first' | 'core';

const modules: Record<Part, RegExp> = {
  /** Already in the HTTP cache when the worker installs. */
  first: /\/(?:entry-client\.tsx|status-bar\.tsx|index\.html)$/,
  /** Precached even with Save-Data: saved responses and the outbox. */
  core: /\/(?:saved\/(?:saved\.tsx|kept\.ts)|components\/use-submission\.ts|api\/(?:answers|delete-everything)\.ts)$/,
};

/** Finds the scripts and styles of these modules and of their static imports. */
export function firstView(): { plugin: Plugin; has: (part: Part, file: string) => boolean } {
  const files: Record<Part, Set<string>> = { first: new Set(), core: new Set() };
  const plugin: Plugin = {
    name: 'first-view',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      for (const part of ['first', 'core'] as const) {
        files[part].clear();
        for (const { fileName, moduleIds } of chunks)
          if (moduleIds.some((id) => modules[part].test(id))) add(fileName, bundle, files[part]);
      }
    },
  };
  return { plugin, has: (part, file) => files[part].has(file) };
}

function add(file: string, bundle: Rollup.OutputBundle, files: Set<string>): void {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || files.has(file)) return;
  files.add(file);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const needed of chunk.imports) add(needed, bundle, files);
}
