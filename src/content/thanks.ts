import type { formWords } from '#src/words/forms.ts';
import * as promises from '#src/words/promises.ts';

/** Shown after a form was sent without JavaScript. */
export const thanks = {
  next: {
    apply: `If you applied for a job, we answer within ${promises.application}, by email to the address you gave.`,
    enquiry: `If you asked us something, we answer within ${promises.email}.`,
    subscribe:
      'If you subscribed and get an email that asks you to confirm, open its link and press the button.',
  } satisfies Record<keyof typeof formWords, string>,
  home: 'Go to Homepage',
  mediaRoom: 'Go to the Media Center',
} as const;
