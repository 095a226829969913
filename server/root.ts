import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder: the first above with a package.json, from the sources as from what is built of them. */
export const root = above(import.meta.dirname);

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}
