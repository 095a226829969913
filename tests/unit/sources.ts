import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** All files that git tracks or would track. */
export const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

/** The product's code. */
export const sources = tracked.filter((file) =>
  /^(?:src|sw|server)\/.*\.tsx?$|^vite\.config\.ts$/.test(file),
);

export const isIn = (place: string, file: string) => file === place || file.startsWith(`${place}/`);
