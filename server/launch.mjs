import { existsSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** What `npm run build` makes of the server. */
export const builtServer = join(import.meta.dirname, '../dist-server/server');

/**
 * Runs a part of the built server: Node cannot read the TSX of its sources. JavaScript, because what strips the types of a
 * single file stays in memory (20 MB).
 * @type {(name: string) => Promise<void>}
 */
export async function launch(name) {
  const file = join(builtServer, name);
  if (!existsSync(file)) {
    console.error(
      'The site has not been built: run "npm run build", or "npm start" to install, build and serve it.',
    );
    process.exitCode = 1;
    return;
  }
  // React's other build is larger and slower.
  process.env.NODE_ENV ??= 'production';
  // The heap's space for new objects stays at 1 MB; it would grow to 64 MB and not shrink.
  setFlagsFromString('--semi-space-growth-factor=1');
  setSourceMapsSupport(true, { nodeModules: false });
  await import(pathToFileURL(file).href);
}
