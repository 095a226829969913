import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

/**
 * Moves the worker's code into an asset with a hash: `sw.js` is then the list of this version's files only, and a changed
 * sentence does not cost every visitor the code again.
 */
export function workerCodeApart(): Plugin {
  return {
    name: 'worker-code-apart',
    generateBundle(_options, bundle) {
      const [worker, ...others] = Object.values(bundle);
      if (worker?.type !== 'chunk' || others.length > 0)
        throw new Error('The worker is not built as one file.');
      const hash = createHash('sha256').update(worker.code).digest('base64url').slice(0, 8);
      const fileName = `assets/sw-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: worker.code });
      // Workbox writes the list in place of the second name.
      worker.code = `self["__WB_MANIFEST"]=self.__WB_MANIFEST;importScripts("/${fileName}");\n`;
    },
  };
}
