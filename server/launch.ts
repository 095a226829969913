import { existsSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './root.ts';

/** What `npm run build` makes of the server. */
export const builtServer = join(root, 'dist-server/server');

/** Runs a part of the built server: Node cannot read the TSX of its sources. */
export async function launch(name: string): Promise<void> {
  const file = join(builtServer, name);
  if (!existsSync(file)) {
    console.error(
      'The site has not been built: run "npm run build", or "npm start" to install, build and serve it.',
    );
    process.exitCode = 1;
    return;
  }
  setSourceMapsSupport(true, { nodeModules: false });
  await import(pathToFileURL(file).href);
}
