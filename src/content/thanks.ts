import type { formWords } from '#src/words/forms.ts';
import * as promises from '#src/words/promises.ts';

/** Shown after a form was sent without JavaScript. */
export const thanks = {
  next: {
    apply: `If you applied for a job, we will answer within ${promises.application}, by email to the address you gave.`,
    enquiry: `If you sent an enquiry, we will answer within ${promises.email}.`,
    subscribe:
      'If you subscribed and receive an email asking you to confirm, open the link in it and press the button.',
  } satisfies Record<keyof typeof formWords, string>,
  home: 'Go to Homepage',
  mediaRoom: 'Go to the Media Center',
} as const;
