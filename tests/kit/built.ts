import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { builtServer } from '#server/launch.mjs';

import { isBuiltFrom, sourceStamp } from '../../server/prepare.mjs';

let isChecked = false;

/** Throws if `dist-server/` was not built of these sources: a test of it would prove nothing. */
export function refuseOtherBuild(): void {
  if (!isChecked && !isBuiltFrom(sourceStamp()))
    throw new Error('The build is not of these sources: run "npm run build".');
  isChecked = true;
}

/** The server's `buildApp`: from its sources in Vitest, which compiles them, otherwise from the build. */
export async function importApp(): Promise<typeof import('#server/app.ts')> {
  if (process.env.VITEST) return import('#server/app.ts');
  refuseOtherBuild();
  return import(pathToFileURL(join(builtServer, 'app.js')).href);
}
