import { proxy } from 'valtio/vanilla';

import type { Kept } from '#src/contract/worker-messages.ts';

/** The page's own version, and what of the site is kept on the device. */
export const updates = proxy({
  /** A newer version waits for the visitor's press. */
  available: false,
  /** The visitor has pressed "Update". */
  takingOver: false,
  /** What the worker has begun to keep. */
  kept: 'nothing' as Kept,
});
