import { proxy } from 'valtio/vanilla';

/** Updates of the app, and whether the site is available offline. */
export const updates = proxy({
  /** A new version is waiting for "Update". */
  available: false,
  takingOver: false,
  /** The first installation is complete. */
  isSaved: false,
  /** A form has text that the device refused to store. */
  isTextUnsaved: false,
});
