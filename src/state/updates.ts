import { proxy } from 'valtio/vanilla';

/** Updates of the app, and whether the site is available offline. */
export const updates = proxy({
  /** A new version waits for "Update". */
  available: false,
  takingOver: false,
  /** The first installation has ended. */
  isSaved: false,
});
