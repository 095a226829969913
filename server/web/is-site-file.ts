import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../root.ts';

const folders = [join(root, 'dist'), join(root, 'public')];

/** True if the site itself has a file at this path, such as `/logo.svg`. */
export function isSiteFile(path: string): boolean {
  return folders
    .map((folder) => join(folder, path))
    .some((file) => existsSync(file) && statSync(file).isFile());
}
