import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

/** Moves the worker's code out of `sw.js`, so that a new file list does not reload it. */
export function workerCodeApart(): Plugin {
  return {
    name: 'worker-code-apart',
    // vite-plugin-pwa passes no log level, and an option that Rolldown has deprecated.
    config({ build }) {
      const output = { entryFileNames: 'sw.mjs', codeSplitting: false };
      Object.assign(build?.rollupOptions ?? {}, { output });
      return { logLevel: 'warn' };
    },
    generateBundle(_options, bundle) {
      const [worker, ...others] = Object.values(bundle);
      if (worker?.type !== 'chunk' || others.length > 0)
        throw new Error('The worker must be built as one file.');
      const hash = createHash('sha256').update(worker.code).digest('base64url').slice(0, 8);
      const fileName = `assets/sw-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: worker.code });
      // Workbox replaces the second name with the file list.
      worker.code = `self["__WB_MANIFEST"]=self.__WB_MANIFEST;importScripts("/${fileName}");\n`;
    },
  };
}
