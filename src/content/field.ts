/** Texts around the fields of every form. */

export const counted = (length: number, limit: number) => `${length} of ${limit} characters`;
/** Label of the field that only bots fill in. */
export const trap = 'Leave this empty';
