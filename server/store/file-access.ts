import { closeSync, openSync } from 'node:fs';
import { userInfo } from 'node:os';

import { codeOf, StartError } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';

/** Uses a file instead of asking whether it is there: who may not use it is told so. */
export function accessing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new Refusal(404, `File not found: ${path}.`);
    if (code === 'EROFS') throw new StartError(`${path} is on a disk that cannot be written.`);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new StartError(
      `The user ${userInfo().username} may not use ${path}. Copy it to, or choose, a folder of this user.`,
    );
  }
}

export function refuseUnreadable(file: string): void {
  accessing(file, () => closeSync(openSync(file, 'r')));
}
