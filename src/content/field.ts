/** Texts around the fields of all forms. */

export const counted = (length: number, limit: number) => `${length} of ${limit} characters`;
export const empty = 'Empty this form';
/** `others`: texts begun in this form, in other tabs or earlier, that go with it. */
export function emptyQuestion(others: number): string {
  if (others === 0) return 'Empty this form? What you typed and chose here will be deleted.';
  const texts = others === 1 ? 'another text' : `${others} other texts`;
  return `Empty this form? What you typed and chose here will be deleted, and ${texts} begun in this form.`;
}
/** Beside the button that waits for a file. */
export const sendWithout = 'Send without it';
export const unsaved = 'This text could not be saved on this device.';
/** Label of the hidden field. */
export const trap = 'Leave this empty';
