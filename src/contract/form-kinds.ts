/** The forms whose records are stored and sent. Separate from `forms.ts`, because pages without a form load the store. */
export const kinds = ['apply', 'subscribe', 'enquiry'] as const;

export type Kind = (typeof kinds)[number];
