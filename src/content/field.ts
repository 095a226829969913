/** Texts around the fields of all forms. */

export const counted = (length: number, limit: number) => `${length} of ${limit} characters`;
export const empty = 'Empty this form';
/** In its place until something is typed, sent or the page is left. */
export const undo = 'Undo';
/** Beside the button that waits for a file. */
export const sendWithout = 'Send without it';
export const unsaved = 'This text could not be saved on this device.';
/** Label of the hidden field. */
export const trap = 'Leave this empty';
