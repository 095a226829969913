import { proxy } from 'valtio/vanilla';

/** Updates of the app, and whether the site is available offline. */
export const updates = proxy({
  /** A new version waits for "Update". */
  available: false,
  takingOver: false,
  /** The first installation has ended. */
  isSaved: false,
  /** A form has text that the device refused to store. */
  isTextUnsaved: false,
});
