import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

/**
 * A first installation asks for the bundle beside the worker's code and not after it: over a line that is far away that is
 * one wait less. An update may need no bundle, and who saves data none; the code ends what it does not need.
 */
const askEarly =
  '{const line=navigator.connection||{};if(!registration.active&&!line.saveData&&!/2g$/.test(line.effectiveType)){' +
  'const gone=new AbortController;' +
  'self.early={gone,response:fetch("/"+self["__WB_MANIFEST"][0].url,{signal:gone.signal})}}}';

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
      const fileName = `assets/worker-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: worker.code });
      // Workbox writes the list in place of the second name.
      worker.code = `self["__WB_MANIFEST"]=self.__WB_MANIFEST;${askEarly}importScripts(self.code="/${fileName}");\n`;
    },
  };
}
