/** Texts around the fields of every form. */
export const fieldWords = {
  counted: (length: number, limit: number) => `${length} of ${limit} characters`,
  /** Label of the field that only bots fill in. */
  trap: 'Leave this empty',
} as const;
